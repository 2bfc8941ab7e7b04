import fs from 'node:fs'

// A child for tests of when several say that they may be asked: it notes when it serves, and when it hears that all do. The
// second one needs longer than the others.
const { name } = JSON.parse(process.argv[2]!)
let nr = 0
const ask = (asks: string) => process.send!({ asks, of: null, nr: ++nr })
const note = (what: string) => fs.appendFileSync(process.env.NOTES!, `${what} ${name}\n`)
process.on('message', ({ asks, nr }: { asks?: string; nr: number }) => {
  if (asks === 'stop') process.exit(0)
  if (asks) return
  if (nr === 2) note('told')
  else
    setTimeout(
      () => {
        note('serves')
        ask('serves')
      },
      name === 'web 2' ? 500 : 0,
    )
})
process.on('disconnect', () => process.exit(0))
ask('opened')
