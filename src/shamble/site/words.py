"""Every sentence of the server that a person reads."""

NO_TABLE = "There is no table here. Check the link, or ask whoever sent it for a new one."
NOTHING_HERE = "There is nothing at this address. /api lists what programs may call."
BAD_METHOD = "This address does not take that method."
STALE = "The table has moved on since. Look again, then choose."
TOO_MANY = "Too many requests. Wait a little, then try again."
LIMIT_FORM = "--limit takes NAME=VALUE, as in --limit tables=200/min; not {text!r}."
NO_LIMIT = "There is no limit {name!r}. The limits are: {known}."
LIMIT_VALUE = "The limit {name} takes {what}, as in {example}; not {text!r}."
LIMIT_KINDS = {
    "rate": "a number in a time (s, min or h)",
    "number": "a number from 1",
    "time": "a time in s, min or h",
    "size": "a number of bytes, kB or MB",
}
BAD_HOST = "The request's Host header names no host."
TOO_LONG = "The request's address or headers are longer than is read here."
TOO_SLOW = "The request took too long to arrive. Send it again."
FULL = "The server has as many connections as it can keep. Try again in a moment."
CROWDED = "There are too many connections from this address. Close some, then try again."
TOO_LARGE = "That is more than this address reads: at most {most} bytes."
BUSY = "Too many are asking for that just now. Wait a little, then try again."
TOOK_TOO_LONG = (
    "That takes longer than the {seconds} seconds that this site gives it. The terminal does it without a limit: "
    "shamble replay FILE, shamble review FILE."
)
TOOK_TOO_MUCH = (
    "That takes more memory than this site gives it. The terminal does it without a limit: shamble replay FILE, "
    "shamble review FILE."
)
GONE = "Whoever asked has gone."
WORK_ENDED = "The process that was at it has been ended, so there is no answer. Try again."
BOT_TOOK_TOO_LONG = "{name} ran out of time to think and chose quickly."
BOT_WAS_ENDED = "The process in which {name} was thinking was ended; {name} chose quickly."
BOT_FAILED = "{name} could not think it through and chose quickly."
BOTS_ARE_BUSY = "Too many bots are thinking here; {name} chose quickly."
NOT_JSON = "The body is not JSON: {why}."
NEED_JSON = "Send the body as application/json."
NEED_TOKEN = "This needs a seat's token: send it as 'Authorization: Bearer TOKEN'."
BAD_TOKEN = "That token holds no seat at this table."
BAD_LINK = "That link is not valid for this table. Ask whoever sent it for a new one."
NOT_HOST = "Only the host of the table may do that."
NOT_YOUR_SEAT = "That seat is not yours."
WHICH_SEAT = "Your token holds several seats at this table: say which by 'seat'."
NO_SEAT = "There is no seat {seat!r} at this table: it has seats 0 to {last}."
SEAT_TAKEN = "That seat is taken. Choose another."
TABLE_FULL = "Every seat at this table is taken. You may watch."
BEGUN = "The game has begun: no seat can be taken any more. You may watch."
MAY_ASK = "The game has begun. You may watch, or ask for the seat of somebody who has left: join with 'ask': true."
SEAT_KEPT = "That seat is kept for {name}. Choose another."
NO_SEAT_LEFT = "Nobody has left this table, so there is no seat to be taken over. You may watch."
MANY_ASK = "Others ask for a seat here already. Wait until they are answered."
NOBODY_ASKS = "Nobody asks for a seat here any more."
HOST_IS_HERE = (
    "The host is here and runs the table. Only when nothing has been heard of them for long may another do so."
)
LONG_ID = "An id has 1 to {most} characters."
NOT_BEGUN = "The game has not begun: the host starts it."
ALL_SHOWN = "The game is over and all has been shown: nothing can be taken back. A rematch is a new game."
NOT_OVER = "The game is not over yet."
CANNOT_BE_ASKED = "{name} is away and cannot be asked about taking back."
NOT_AWAY = (
    "{name} is here and may decide. Only when a player is away, out of time or silent for long may a bot be asked."
)
IS_BOT = "A bot plays that seat already; it moves by itself."
NOTHING_ASKED = "Nobody has asked to take something back."
ALREADY_ASKED = "Taking back has been asked already: wait for the others' answers."
NO_PHRASE = "There is no phrase {phrase!r}. The phrases are: {known}."
SHORT_TOKEN = "A token of your own needs at least {least} characters; without one you are given a good one."
NO_CODE = "Those four words open no seat here. Check the spelling."
NOTHING_OWED = "{name} has nothing to decide now."
NO_SUCH_FIELD = "The body has no field of that name or form: {why}."
ORIGIN = "This request came from another site and was refused."
STORE_DOWN = "The table cannot be written down just now, so nothing was played. Try again in a moment."
IN_MEMORY = "The tables are kept in memory only: they end with this server."
NOT_STORED = "That could not be written down, and nothing was changed. It has been noted; something else may work."
TABLE_BUSY = "Too much is happening at this table just now, so nothing was changed. Try again in a moment."
CLOSED_OLD_RULES = (
    "This table of {title} was begun under rules version {version}, which this server no longer plays: it is closed. "
    "Its record can be saved, and an earlier Shamble plays it."
)
SHOWN_OLD_RULES = (
    "This game of {title} was played by rules version {version}, which this server no longer plays. It is shown as it "
    "ended."
)
CANNOT_OPEN = "This table cannot be opened here: {why} Nothing of it is lost; whoever runs the server may look into it."
UNREADABLE = "what is written of it makes no sense to this server."
NO_RECORD_YET = "The record of this table cannot be shown: its game is not over, and this server cannot play it."
EVENT_LINE = "{who}: {action}"
CHANCE_NAME = "Chance"
WENT_WRONG = "Something went wrong on our side, and nothing was changed. It has been noted."
ONE_SECOND_PROCESS = "Another process uses this store and there is no Redis: looking at the store every {seconds} s."
API_TITLE = "Shamble for programs"
API_TEXT = "What programs may call. A seat's token goes into the header Authorization, as Bearer TOKEN."
WAITING = "Waiting for players."
TO_START = "Waiting for the host to start."

PHRASES = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "thinking": "Let me think …",
    "your-turn": "It is your turn.",
    "nice": "Nice one!",
    "ouch": "Ouch!",
    "sorry": "Sorry!",
    "thanks": "Thanks!",
    "well-played": "Well played!",
    "again": "Another game?",
    "break": "I need a short break.",
    "back": "I am back.",
}
