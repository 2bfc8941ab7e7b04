// What `npm run dev` runs: the product from its sources. A changed screen is exchanged in the open page. When anything
// changed that the running server itself is on, the app closes and opens again with the new code.
import path from 'node:path'
import { fail, stopOnSignal } from './signals.ts'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV = 'development'

const { createServer } = await import('vite')
const { settings } = await import('#app/platform/settings/settings.server.ts')
const vite = await createServer({
  appType: 'custom',
  // A line of its own to the open pages, beside the product's port, so that several checkouts can run at once.
  server: { middlewareMode: true, ws: { port: (settings.PORT + 20_000) % 65_536 } },
  optimizeDeps: {
    // What the browser needs is prepared before the first page; found only then, it would load that page twice.
    include: ['@lingui/core', '@lingui/react', 'lucide-react', 'sonner', 'zod', 'react-router', 'react-router/dom'],
    // What only the server uses; the look for packages passes through the screens' server halves too.
    exclude: ['better-auth', 'graphile-worker', 'kysely', 'nodemailer', 'pg', 'pino', 'prom-client', 'sharp'],
  },
})

type Server = typeof import('../server.ts')
const load = () => vite.ssrLoadModule('/server.ts') as Promise<Server>

let server = await load()
let running: Awaited<ReturnType<Server['boot']>> | undefined
await open().catch(fail)

let changing = Promise.resolve()
let soon: NodeJS.Timeout
stopOnSignal(async () => {
  await changing
  await running?.stop()
  await vite.close()
})
vite.watcher.on('all', (_event, file) => {
  if (running && !serverStandsOn(file)) return
  // Several files change at once when a branch is changed.
  clearTimeout(soon)
  soon = setTimeout(() => {
    changing = changing.then(reopen).catch((error) => console.error(error instanceof Error ? error.message : error))
  }, 50)
})

/** Screens are loaded again by themselves; the server is what it imports without them. */
function serverStandsOn(file: string): boolean {
  if (file.endsWith('.sql')) return true
  const { moduleGraph } = vite.environments.ssr
  const seen = new Set([...(moduleGraph.getModulesByFile(path.resolve('server.ts')) ?? [])])
  for (const module of seen)
    for (const next of module.importedModules) if (!next.id?.includes('virtual:react-router')) seen.add(next)
  return [...seen].some((module) => module.file === file)
}

async function open() {
  running = await server.boot({ mode: 'development', before: vite.middlewares })
  await running.open.catch(async (error) => {
    await close()
    throw error
  })
}

async function close() {
  const was = running
  running = undefined
  await was?.stop()
}

async function reopen() {
  // Read before anything is closed: a slip of the pen leaves the old server open.
  await load()
  await close()
  // Nothing of the closed server is used again.
  vite.environments.ssr.moduleGraph.invalidateAll()
  server = await load()
  await open()
}
