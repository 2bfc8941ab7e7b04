import type http from 'node:http'
import type { Socket } from 'node:net'

// A process may have so many files and connections open and no more. Visitors get what the product itself does not need,
// and who comes when that is taken reads so at once, instead of waiting for a person to leave.

/** What the product needs besides visitors' connections: the database, the queue, pictures, the payment provider. */
const forOurselves = 60
/** So many of those who find no room are listened to at the same time, in order to tell them. */
const mostTold = 32
/** In milliseconds. One who found no room and asks for nothing has this long. */
const longestTold = 2000

/** How many visitors may be connected; as good as endless where the system sets no bound. */
function roomForVisitors(files = openFiles()): number {
  return Math.max(16, files - forOurselves - mostTold)
}

/** How many files and connections the system lets this process open. */
function openFiles(): number {
  if (!process.report) return Number.POSITIVE_INFINITY
  // Otherwise it would look up the names of everybody who is connected.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const most = userLimits?.open_files?.soft
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY
}

const connected = new WeakMap<http.Server, Set<Socket>>()

/** Some visitor of this server has not taken yet all that it said: Node takes their connection for an idle one. */
export const isBeingTaken = (server: http.Server): boolean =>
  [...connected.get(server)!].some(({ writableLength }) => writableLength > 0)

/** Counts the connections of a server. The one that is told by the answer found no room. */
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
    // A person who waits longest without a question makes room for the next one.
    if (told.size >= mostTold) [...told][0]!.destroy()
    told.add(socket)
    setTimeout(() => socket.destroy(), longestTold).unref()
  })
  return (socket) => told.has(socket)
}
