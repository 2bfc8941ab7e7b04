import type http from 'node:http'
import type { Socket } from 'node:net'

// The bound for open connections. A process may have only so many files and connections open. Visitors get those that the product itself
// does not need; a visitor above the bound is told so at once, instead of waiting for others to leave.

/** The connections and files for everything but visitors: the database, the queue, pictures, the payment provider. */
const forOurselves = 60
/** The number of visitors above the bound that are listened to at the same time, in order to tell them. */
const mostTold = 32
/** In milliseconds. The time for a visitor above the bound to ask for something. */
const longestTold = 2000

/** Returns how many visitors may be connected; practically endless where the system sets no bound. */
function roomForVisitors(files = openFiles()): number {
  return Math.max(16, files - forOurselves - mostTold)
}

/** Returns how many files and connections the system lets this process open. */
function openFiles(): number {
  if (!process.report) return Number.POSITIVE_INFINITY
  // Without this option the report would look up the names of everybody who is connected.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const most = userLimits?.open_files?.soft
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY
}

const connected = new WeakMap<http.Server, Set<Socket>>()

/** True while a visitor has not yet read all of an answer: Node thinks that their connection is idle. */
export const isBeingTaken = (server: http.Server): boolean =>
  [...connected.get(server)!].some(({ writableLength }) => writableLength > 0)

/** Counts the connections of a server. Returns a function that is true for connections above the bound. */
export function keepRoom(server: http.Server, most = roomForVisitors()): (socket: Socket) => boolean {
  const open = new Set<Socket>()
  connected.set(server, open)
  const told = new Set<Socket>()
  if (Number.isFinite(most)) server.maxConnections = most + mostTold + forOurselves / 2
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      told.delete(socket)
    })
    if (open.size - told.size <= most) return
    // The visitor who has waited longest without a request makes room for the next one.
    if (told.size >= mostTold) [...told][0]!.destroy()
    told.add(socket)
    setTimeout(() => socket.destroy(), longestTold).unref()
  })
  return (socket) => told.has(socket)
}
