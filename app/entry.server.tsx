import { PassThrough } from 'node:stream'
import { I18nProvider } from '@lingui/react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { logFault } from '#app/platform/log.server.ts'
import { askedContext, wordsContext } from '#app/platform/request.server.ts'
import { NonceContext } from '#app/ui/nonce.ts'

const longest = 10_000

/** Renders the whole page before it is sent: then its status is honest and one compression pays for all of it. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce } = context.get(askedContext)
  return new Promise<Response>((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <I18nProvider i18n={context.get(wordsContext)}>
        <NonceContext value={nonce}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </NonceContext>
      </I18nProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          const chunks: Buffer[] = []
          const sink = new PassThrough()
          sink.on('data', (chunk: Buffer) => chunks.push(chunk))
          sink.on('end', () => resolve(new Response(Buffer.concat(chunks), { status: failed ? 500 : status, headers })))
          pipe(sink)
        },
        onShellError: reject,
        onError(error) {
          failed = true
          logFault(error, context)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error(`the page took longer than ${longest} ms`)), longest)
  })
}

/** A fault in a loader or an action. What the person sees carries the same id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  const status = (error as { status?: number } | undefined)?.status
  if (status && status < 500) return
  logFault(error, context)
}
