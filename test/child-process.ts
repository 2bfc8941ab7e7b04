// A child for tests of how processes are kept: it says that it is there, and does what it is told.
const post = JSON.parse(process.argv[2]!)
let nr = 0
const ask = (asks: string, of: unknown) => process.send!({ asks, of, nr: ++nr })
process.on('message', ({ asks }: { asks: string }) => {
  if (asks === 'stop') process.exit(0)
  if (asks === 'die') process.exit(3)
})
process.on('disconnect', () => process.exit(0))
ask('opened', { pid: process.pid, post })
