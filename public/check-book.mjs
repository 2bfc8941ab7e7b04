// node check-book.mjs <file or address> [fingerprint] [code]   Checks the public book of a fund drive: that its lines run on, that each
// total is right, and that each day has the fingerprint of its lines. A fingerprint that you kept shows that nothing up to its day was
// changed since; the code of your receipt shows the lines of your gift. It needs Node and nothing else.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [, , from, kept = '', code = ''] = process.argv
const tidy = (text) => text.replace(/[\s-]/g, '')
const stop = (why) => {
  console.error(`WRONG: ${why}`)
  process.exit(1)
}
if (!from) stop('name the file or the address of a book')
const isFar = /^https?:/.test(from)
const { drive, days } = JSON.parse(isFar ? await (await fetch(from)).text() : readFileSync(from, 'utf8'))
let [hash, n, total, seen, mine] = ['0'.repeat(64), 0, 0n, '', '']
for (const { day, hash: said, lines } of days) {
  for (const line of lines) {
    const [no, on, , amount, , sum, ref] = line.split('|')
    if (Number(no) !== ++n || on !== day) stop(`line ${n}`)
    total += BigInt(amount)
    if (total !== BigInt(sum)) stop(`the total of line ${n}`)
    if (code && ref === tidy(code).toUpperCase()) mine += `\n${line}`
  }
  hash = createHash('sha256')
    .update(['harambee-book/1', drive, day, hash, ...lines, ''].join('\n'))
    .digest('hex')
  if (hash !== said) stop(`the fingerprint of ${day}`)
  if (kept && hash.startsWith(tidy(kept).toLowerCase())) seen = day
}
if (kept && !seen) stop('this fingerprint is gone: the book was rewritten')
if (code && !mine) stop('no line with this code')
console.log(`${n} lines, KES ${Number(total) / 100}, right. ${seen}${mine}`)
