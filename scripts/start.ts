// What `npm start` runs: the product as built, built anew when its sources have changed.
import path from 'node:path'
import { ensureBuild } from './build.ts'
import { fail, stopOnSignal } from './signals.ts'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV ??= 'production'
try {
  await ensureBuild()
  const { boot } = (await import('../build/server/index.js' as string)) as typeof import('../server.ts')
  const running = await boot()
  stopOnSignal(running.stop)
  await running.open.catch(async (error) => {
    await running.stop()
    throw error
  })
} catch (error) {
  fail(error)
}
