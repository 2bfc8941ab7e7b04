// `npm start` runs this: the product as built, built again when its sources have changed.
import module from 'node:module'
import path from 'node:path'

process.chdir(path.dirname(import.meta.dirname))
process.env.NODE_ENV ??= 'production'
// What V8 made of the program is kept beside it, never with the data: it is run. Where that can't be written, nothing is kept.
module.enableCompileCache('build/compiled')
const { fail, stopOnSignal } = await import('./signals.ts')
try {
  const { ensureBuild } = await import('./build.ts')
  let waiting: import('./waiting-page.ts').Waiting | undefined
  await ensureBuild(async (act) => {
    const { settings } = await import('#app/platform/settings/settings.server.ts')
    const { asStep } = await import('#app/platform/processes/steps.server.ts')
    const { openWaiting } = await import('./waiting-page.ts')
    if (!process.stdout.isTTY) console.log('building the product …')
    if (settings.answers) waiting = await openWaiting(settings.PORT, settings.HOST)
    await asStep('product', act)
  })
  const { open } = (await import('../build/server/index.js' as string)) as typeof import('../server.ts')
  await waiting?.stop()
  const running = await open()
  stopOnSignal(running.stop)
  await running.open.catch(async (error) => {
    await running.stop()
    throw error
  })
} catch (error) {
  fail(error)
}
