import type { ServerBuild } from 'react-router'
import { data, redirect, useLoaderData, useRouteError } from 'react-router'
import { z } from 'zod'
import * as entry from '#app/entry.server.tsx'
import { formAction } from '#app/platform/form-action.server.ts'
import * as root from '#app/root.tsx'

// The product's own root and entry with a handful of pages that misbehave on purpose.

export const gone = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
export const done: string[] = []
let letGo: (() => void) | undefined
/** Lets the slow page that was asked for last be finished. */
export const finishSlow = () => letGo?.()
/** Who asked for a slow page, and waits. */
export const waits: string[] = []
const waiting = <Made,>(make: () => Made) =>
  new Promise<Made>((resolve) => {
    letGo = () => resolve(make())
  })
const slowly = ({ request }: { request: Request }) => {
  waits.push(request.url)
  return waiting(() => ({ said: 'slow, but here' }))
}
/** Aborted requests of /slow. */
export const aborted: string[] = []

const says = { failed: { title: { id: 'It failed.' }, tone: 'bad' as const } }
export const giving = formAction({
  form: z.object({ amount: z.string() }),
  run: async ({ amount }) => {
    done.push(amount)
    return { go: '/' }
  },
  failed: says.failed,
})
const crash = (error: unknown) => () => {
  throw error
}
const text = (body: string) => () => <p>{body}</p>

type Module = Record<string, unknown>
const pages: Record<string, Module> = {
  '/': { default: text('At home. '.repeat(300)) },
  '/auth': { default: text('The door.') },
  '/give': { action: giving },
  '/give-page': { action: giving, default: text('Give.') },
  '/crash': { loader: crash(new Error('secret words')), default: text('') },
  '/gone': { loader: crash(gone()), default: text('') },
  '/missing': { loader: crash(data(null, { status: 404 })), default: text('') },
  '/forbidden': { loader: crash(data(null, { status: 403 })), default: text('') },
  '/bad-render': {
    default: () => {
      throw new Error('secret words')
    },
  },
  '/cookies': {
    loader: () => {
      const headers = new Headers()
      headers.append('set-cookie', 'a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT')
      headers.append('set-cookie', 'b=2')
      return redirect('/', { headers })
    },
  },
  '/json': { loader: () => Response.json({ is: 'json '.repeat(400) }) },
  '/short': { loader: () => new Response('short') },
  '/own-policy': {
    loader: () => new Response('x', { headers: { 'content-security-policy': 'sandbox', 'cache-control': 'public' } }),
  },
  '/events': {
    loader: ({ request }: { request: Request }) => {
      const body = new ReadableStream({
        start(control) {
          control.enqueue(new TextEncoder().encode('data: one\n\n'))
          request.signal.addEventListener('abort', () => {
            aborted.push('/events')
            control.close()
          })
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  },
  '/slow': {
    loader: ({ request }: { request: Request }) => {
      waits.push(request.url)
      return waiting(() => new Response('slow, but here'))
    },
  },
  '/slow-page': { loader: slowly, default: text('A slow page.') },
  '/breaks-late': {
    loader: async ({ request }: { request: Request }) => {
      waits.push(request.url)
      await waiting(() => {})
      throw new Error('secret words')
    },
  },
  '/slow-guard': { middleware: [slowly], loader: () => new Response('let in') },
  '/slow-form': { action: slowly, default: text('A slow form.') },
  '/user/:name': { loader: () => new Response('somebody') },
  '*': { loader: () => data(null, { status: 404 }), default: text('Oops! Page not found') },
}

const idOf = (path: string) => `page${path}`
const facts = (id: string, path: string, parentId?: string) => ({
  id,
  path: path === '/' ? undefined : path.replace(/^\//, ''),
  index: path === '/' ? true : undefined,
  parentId,
})
// What the router's build does around the parts of a route.
const Page = root.default as React.ComponentType<{ loaderData: unknown }>
const Boundary = root.ErrorBoundary as React.ComponentType<{ error: unknown }>
const rootModule = {
  ...root,
  default: () => <Page loaderData={useLoaderData()} />,
  ErrorBoundary: () => <Boundary error={useRouteError()} />,
}
const routes = Object.fromEntries([
  ['root', { ...facts('root', ''), module: rootModule }],
  ...Object.entries(pages).map(([path, module]) => [idOf(path), { ...facts(idOf(path), path, 'root'), module }]),
])
const assets = Object.fromEntries(
  Object.values(routes as Record<string, { id: string; module: Module }>).map(({ module, ...route }) => [
    route.id,
    {
      ...route,
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasErrorBoundary: 'ErrorBoundary' in module,
      module: `/assets/${route.id}.js`,
    },
  ]),
)

export const tinyBuild = {
  entry: { module: entry },
  routes,
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: assets,
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
