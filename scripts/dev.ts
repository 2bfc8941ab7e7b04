// What `npm run dev` runs: the product from its sources. A changed screen is exchanged in the open page. When anything
// changed that the running server itself stands on, the house closes and opens again with the new code.
import path from 'node:path'
import { fail, stopOnSignal } from './signals.ts'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV = 'development'

const { createServer } = await import('vite')
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } })

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
  // Several files change at once when a branch is changed.
  clearTimeout(soon)
  soon = setTimeout(() => {
    changing = changing
      .then(() => reopen(file))
      .catch((error) => console.error(error instanceof Error ? error.message : error))
  }, 50)
})

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

async function reopen(file: string) {
  const next = await load()
  if (running && next.boot === server.boot && !file.endsWith('.sql')) return
  await close()
  // Nothing of the closed house is used again.
  vite.environments.ssr.moduleGraph.invalidateAll()
  server = await load()
  await open()
}
