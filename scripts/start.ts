// What `npm start` runs: the product as built, built anew when its sources have changed.
import module from 'node:module'
import path from 'node:path'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV ??= 'production'
// What V8 made of the program is kept beside it, never with the data: it is run. Where that can't be written, nothing is kept.
module.enableCompileCache('build/compiled')
const { fail, stopOnSignal } = await import('./signals.ts')
try {
  const { ensureBuild } = await import('./build.ts')
  await ensureBuild()
  const { open } = (await import('../build/server/index.js' as string)) as typeof import('../server.ts')
  const running = await open()
  stopOnSignal(running.stop)
  await running.open.catch(async (error) => {
    await running.stop()
    throw error
  })
} catch (error) {
  fail(error)
}
