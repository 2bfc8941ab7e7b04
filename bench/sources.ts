import { createServer } from 'vite'
import { words } from '../scripts/words-macro.ts'

/** Loads a module of the sources as the product's build would see it, words and all, and hands it over. */
export async function withSources<Module, Result>(
  path: string,
  use: (module: Module) => Promise<Result>,
): Promise<Result> {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    plugins: [words()],
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    return await use((await vite.ssrLoadModule(path)) as Module)
  } finally {
    await vite.close()
  }
}
