// What givers, collectors and Safaricom send where money is, by hand, by mistake or to break something: numbers of phones,
// M-Pesa's codes, accounts, amounts, messages to our addresses, pastes and statements. Each with what has to become of it.

export type Case = [name: string, typed: string]

/** No number of a phone that M-Pesa or a text could reach. */
export const noPhones: Case[] = [
  ['letters', 'call me'],
  ['a letter for a digit', '0712345O78'],
  ['Arabic digits', '٠٧١٢٣٤٥٦٧٨'],
  ['wide digits', '０７１２３４５６７８'],
  ['nine digits', '071234567'],
  ['thirteen digits', '0712345678901'],
  ['the code of Kenya and a digit more', '+2547123456789'],
  ['the code of Kenya and two noughts', '+25400712345678'],
  ['two numbers', '0712345678 / 0722345678'],
  ['a masked number', '0712 … 678'],
  ['turned text', '\u202e0712345678'],
  ['a picture', '0712345678😀'],
  ['a formula', '=0712345678'],
  ['a statement for the database', "0712345678'; drop table users"],
  ['a number without end', '7'.repeat(900)],
]

/** One number, 0712 345 678, as people write it. */
export const goodPhones: Case[] = [
  ['the 0 behind the code of Kenya', '+2540712345678'],
  ['spaces and brackets', ' (0712) 345-678 '],
  ['nine digits from the 7 on', '712345678'],
  ['two noughts for the plus', '00254712345678'],
  ['a NUL in it', '0712\u0000345678'],
]

/** No code that M-Pesa gives a payment. */
export const noCodes: Case[] = [
  ['eleven signs', 'TKN4H2X9QBZ'],
  ['nine signs', 'TKN4H2X9Q'],
  ['a sign that is none', 'TKN4H2X9Q!'],
  ['Arabic digits', '٤٥٦٧٨٩٠١٢٣'],
  ['wide letters', 'ＴＫＮ４Ｈ２Ｘ９ＱＢ'],
  ['a picture', 'TKN4H2X9Q😀'],
  ['turned text', '\u202eTKN4H2X9QB'],
  ['two codes', 'TKN4H2X9QB TKN4H2X9QC'],
  ['a formula', '=TKN4H2X9Q'],
  ['a code without end', 'T'.repeat(9000)],
]

/** A code as people write it, and the one that was meant. */
export const goodCodes = (start: string): [...Case, meant: string][] => [
  ['small letters', `${start}a1b2c3d`.toLowerCase(), `${start}A1B2C3D`],
  ['spaces and a dash', ` ${start} A1B2-C3E `, `${start}A1B2C3E`],
  ['a NUL in it', `${start}A1B\u00002C3F`, `${start}A1B2C3F`],
]

/** No whole shillings that can be given by phone or promised. */
export const noAmounts: Case[] = [
  ['nothing', ''],
  ['nought', '0'],
  ['less than nothing', '-1'],
  ['a thousand million', '1000000000'],
  ['a thousand million, as programs write it', '1e9'],
  ['a comma for a point', '5,00'],
  ['half a shilling', '10.50'],
  ['a tenth of a cent', '0.001'],
  ['Arabic digits', '١٠٠'],
  ['a number that is none', 'NaN'],
  ['without end', '9'.repeat(900)],
  ['two amounts', '100 and 200'],
  ['a formula', '=100'],
  ['turned text', '\u202e100'],
]

/** No account of a payment that belongs to a drive. */
export const noAccounts: Case[] = [
  ['pictures', '💚💚💚💚'],
  ['twenty-one signs', 'A'.repeat(21)],
  ['twenty-one digits', '3'.repeat(21)],
  ['nothing', ''],
  ['spaces', '    '],
  ['Arabic digits', '٣٠٤٥١٨'],
  ['a NUL', 'HEAL\0'],
  ['turned text', '\u202eHEAL'],
  ['a formula', '=HYPERLINK("http://a.example")'],
  ['half a character', 'HEAL\ud800'],
  ['30 kB', 'HEAL '.repeat(6000)],
]

const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** What is posted to an address of ours for M-Pesa, and is nothing that M-Pesa says. */
export const noMessages: Case[] = [
  ['nothing', ''],
  ['no JSON', 'Body=stkCallback&ResultCode=0'],
  ['half of a message', '{"Body":{"stkCallback":{"CheckoutRe'],
  ['a list', '[{"Body":{}}]'],
  ['a word', '"paid"'],
  ['null', 'null'],
  ['a number', '1'],
  ['no Body', '{"stkCallback":{"ResultCode":0}}'],
  ['a Body that is a list', '{"Body":[{"stkCallback":{"ResultCode":0}}]}'],
  ['a Result without anything', '{"Result":{}}'],
  ['a page', '<html><body>paid</body></html>'],
  ['a NUL', '{"Body":"\0"}'],
  ['the names that JavaScript itself has', '{"__proto__":{"Body":{}},"constructor":{"prototype":{}}}'],
  ['depth 10,000 of lists', deep('[', ']', 10_000)],
  ['depth 4,000 of objects', deep('{"Body":', '}', 3600)],
  ['one name a thousand times', `{${'"Body":1,'.repeat(1000)}"Body":2}`],
  ['numbers that are too large', '{"TransAmount":1e999,"TransID":9007199254740993}'],
]

const code = (nr: number) => `TKN${String(nr).padStart(7, '0')}`
const received = (nr: number, name: string) =>
  `${code(nr)} Confirmed.You have received Ksh1,000.00 from ${name} 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.`

/** Pastes of which nothing can be entered. */
export const noPastes: Case[] = [
  ['nothing', ''],
  ['line breaks', '\n'.repeat(5000)],
  ['NUL', '\0'.repeat(1000)],
  ['1 MB', 'Otis 500 ✅ '.repeat(80_000)],
  ['one line of 100 kB', 'a'.repeat(99_000)],
  ['one line of 100 kB of digits', '1'.repeat(99_000)],
  ['half characters', '\ud800\udc00\udc00'.repeat(500)],
  ['turned text alone', '\u202e\u2066'.repeat(900)],
]
/** Pastes with rows among what is odd. */
export const oddPastes: Case[] = [
  ['2,000 codes', Array.from({ length: 1999 }, (_, nr) => `${nr}. Jina 500 ${code(nr)} ✅`).join('\n')],
  ['600 messages', Array.from({ length: 600 }, (_, nr) => received(10_000 + nr, `MARY ${nr}`)).join('\n')],
  ['formulas', '1. =HYPERLINK("http://a.example","x") Otis 500 ✅\n2. +SUM(1) Asha 600 ✅\n3. @Otis 700 ✅'],
  ['markup', `1. <script>alert(1)</script> Otis 500 ✅\n2. <b>Asha</b> "'> 600 ✅`],
  ['turned text', '1. \u202eOtis wa Kamau 500 ✅\n2. \u2066Asha 600 ✅'],
  ['NUL in its lines', '1. Ot\0is 500 ✅\n2. Asha\0 600 ✅'],
  ['a name of piled marks', `1. Z${'\u0335'.repeat(300)}algo 500 ✅`],
  ['line breaks of three kinds', '1. Otis 500 ✅\r\n2. Asha 600 ✅\r3. Njeri 700 ✅\u2028'],
]

const heads =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
const line = (receipt: string, account = 'CHURCH ROOF', party = '2547 ***** 126 - AMINA YUSUF') =>
  `${receipt},03-11-2026 10:00:00,03-11-2026 10:00:00,Pay Bill,Completed,500.00,,500.00,true,Pay Bill Online,${party},,${account}`
const file = (lines: string[], shortcode = '174379') => [`Short Code:,${shortcode}`, heads, ...lines].join('\r\n')

/** Statements that are what they should be, in another form; each with a code of its own. */
export const goodStatements: Case[] = [
  ['as the portal has it', file([line('SKZ0000001')])],
  ['with a mark at its beginning', `\uFEFF${file([line('SKZ0000002')])}`],
  ['with tabs', file([line('SKZ0000003')]).replaceAll(',', '\t')],
  ['with semicolons', file([line('SKZ0000004')]).replaceAll(',', ';')],
  ['with a formula for an account', file([line('SKZ0000005', '"=HYPERLINK(""x"")"')])],
  ['with a formula for a name', file([line('SKZ0000006', 'X', '2547 ***** 126 - =1+1')])],
  ['with turned text', file([line('SKZ0000007', 'A\u202eB', '2547 ***** 126 - \u2066AMINA')])],
  ['with pictures for an account', file([line('SKZ0000008', '💚💚💚💚')])],
]
export const noStatements: Case[] = [
  ['nothing', ''],
  ['a picture', '\x89PNG\r\n\x1a\n'],
  ['no lines', file([])],
  ['a line that is cut', file([line('SKZ0000009').slice(0, 50)])],
  ['a quote that is never closed', file([`${line('SKZ0000009')}"`, '"'])],
  ['another shortcode', file([line('SKZ0000009')], '600000')],
  ['a column that is missing', file([line('SKZ0000009')]).replace(',Withdrawn', '')],
  ['a NUL', file([line('SKZ0000009', 'A\0B')])],
  ['two bytes a letter', [...file([line('SKZ0000009')])].join('\0')],
]
