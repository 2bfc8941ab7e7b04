// One of several processes below the one that `npm start` runs: see platform/processes. Never started by a person.
import module from 'node:module'

module.enableCompileCache('build/compiled')
const { fail, stopOnSignal } = await import('./signals.ts')
try {
  const { bootAsChild } = (await import('../build/server/index.js' as string)) as typeof import('../server.ts')
  let end: () => void = () => process.exit(0)
  const running = await bootAsChild(JSON.parse(process.argv[2]!), () => end())
  end = stopOnSignal(running.stop, '')
  await running.open.catch(async (error) => {
    await running.stop()
    throw error
  })
} catch (error) {
  fail(error)
}
