// `npm run serve` runs the product as `npm run build` left it. Nothing is built here. Each of several processes runs this, too.
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV ??= 'production'
const { fail, stopOnSignal } = await import('./signals.ts')
const program = path.resolve('build/server/index.js')
if (!existsSync(program)) fail('The product is not built yet: npm run build')
// V8 keeps its compiled code of the program beside it, where that may be written.
module.enableCompileCache('build/compiled')
try {
  const { open } = (await import(program)) as typeof import('../server.ts')
  let end: () => void = () => process.exit(0)
  const running = await open(() => end())
  end = stopOnSignal(running.stop, cluster.isWorker ? '' : undefined)
  await running.open.catch(async (error) => {
    await running.stop()
    throw error
  })
} catch (error) {
  fail(error)
}
