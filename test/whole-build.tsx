import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'
import {
  type ServerBuild,
  UNSAFE_withErrorBoundaryProps as withFault,
  UNSAFE_withComponentProps as withProps,
} from 'react-router'
import * as entry from '#app/entry.server.tsx'
import * as root from '#app/root.tsx'
import config from '#app/routes.ts'

// The product's own table of contents as the router's build has it, with every guard, loader and form action, so that tests can
// ask any address without building anything. What pages look like is left out, but where a test reads pages as sent.

type Module = Record<string, unknown>
/** A line of app/routes.ts. */
export type Line = { id: string; path: string; whole: string; parentId: string; index: boolean; module: Module }

const files = import.meta.glob<Module>([
  '../app/**/{admin,api,guest-pages,pages,public,sandbox}/**/*.{ts,tsx}',
  '!../app/**/*.test.*',
])

async function linesOf(entries: RouteConfigEntry[], parentId: string, above: string): Promise<Line[]> {
  const lines = await Promise.all(
    entries.map(async ({ id, file, path, index, children }) => {
      const own = id ?? file.replace(/\.tsx?$/, '')
      const module = await files[`../app/${file}`]!()
      const whole = [above, path].filter(Boolean).join('/')
      const line = { id: own, path: path ?? '', whole, parentId, index: index ?? false, module }
      return [line, ...(await linesOf(children ?? [], own, whole))]
    }),
  )
  return lines.flat()
}

/** Every line of the table of contents. */
export const allLines = async () => linesOf((await (config as RouteConfig)) as RouteConfigEntry[], 'root', '')

const silent = ({ default: page, ...module }: Module): Module => (page ? { ...module, default: () => null } : module)
/** As the router's build hands a page what its loader has read. */
const draws = ({ default: page, ErrorBoundary: fault, ...module }: Module): Module => ({
  ...module,
  ...(page ? { default: withProps(page as never) } : {}),
  ...(fault ? { ErrorBoundary: withFault(fault as never) } : {}),
})

export function buildOf(lines: Line[], { drawn = false } = {}): ServerBuild {
  const known = [{ id: 'root', path: '', parentId: undefined, index: false, module: root as Module }, ...lines]
  const routes = known.map(({ id, path, parentId, index, module }) => [
    id,
    {
      id,
      parentId,
      path: path || undefined,
      index: index || undefined,
      module: drawn ? draws(module) : silent(module),
    },
  ])
  const assets = known.map(({ id, path, parentId, index, module }) => [
    id,
    {
      id,
      parentId,
      path: path || undefined,
      index: index || undefined,
      module: `/assets/${id}.js`,
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasErrorBoundary: id === 'root',
    },
  ])
  return {
    entry: { module: entry },
    routes: Object.fromEntries(routes),
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(assets),
      url: '/assets/manifest.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}
