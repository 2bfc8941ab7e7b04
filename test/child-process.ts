import cluster from 'node:cluster'
import fs from 'node:fs'

// A child for tests of how processes are kept: it serves once it knows the database, or at once, notes what it is told, and dies when
// it hears that there is no database.
const { name, isLate } = JSON.parse(process.argv[2]!)
const { NOTES } = process.env
const note = (text: string) => NOTES && fs.appendFileSync(NOTES, `${name} ${text}\n`)

cluster.worker!.exitedAfterDisconnect = true
process.on('disconnect', () => process.exit(0))
process.on('message', ({ plan, noDatabase }: { plan?: { visitors: number }; noDatabase?: true }) => {
  if (noDatabase) process.exit(3)
  if (!plan) return
  note(`may use ${plan.visitors} connections`)
  process.send!('serves')
})
note(`starts${isLate ? ', others serve' : ''}`)
process.send!(NOTES ? 'database' : 'serves')
