import { PassThrough } from 'node:stream'
import { I18nProvider } from '@lingui/react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { personContext } from '#app/people/accounts/session.server.ts'
import { runsAtOnce, scriptsLast } from '#app/platform/http/scripts-last.server.ts'
import { logFault } from '#app/platform/log.server.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'
import { paintedFirst } from './platform/http/first-paint.server.ts'
import { filesFor, rulesIn, sheetCookie } from './platform/http/static.server.ts'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { speak } from './reception.server.ts'
import { NonceContext, RequestIdContext, SignedInContext } from './ui/document.ts'

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
  if (!speaks(context)) speak(context, 'en')
  headers.set('content-language', context.get(languageContext))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const files = filesFor(
    context,
    router.staticHandlerContext.matches.map(({ route }) => route.id),
  )
  const { nonce, id, forAll, isFirst } = context.get(askedContext)
  return new Promise<Response>((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <RequestIdContext value={forAll ? undefined : id}>
          <SignedInContext value={context.get(personContext) !== null}>
            <I18nProvider i18n={context.get(wordsContext)}>
              <ServerRouter context={router} url={request.url} nonce={nonce} />
            </I18nProvider>
          </SignedInContext>
        </RequestIdContext>
      </NonceContext>,
      {
        nonce,
        // With a limit, a large part would be hidden at the end until a script puts it in its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer)
          const chunks: Buffer[] = []
          const sink = new PassThrough()
          sink.on('data', (chunk: Buffer) => chunks.push(chunk))
          sink.on('end', () => {
            const page = scriptsLast(Buffer.concat(chunks).toString(), files)
            const atOnce = runsAtOnce(page)
            const html = isFirst ? paintedFirst(page, nonce, (file) => rulesIn(context, file), atOnce) : page
            if (html !== page && context.get(personContext)) headers.append('set-cookie', sheetCookie(context))
            // A hydrating page needs the words of its language first: the browser may fetch them now.
            if (atOnce)
              for (const file of files.words) headers.append('link', `<${file}>; rel=modulepreload; fetchpriority=low`)
            resolve(new Response(html, { status: failed ? 500 : status, headers }))
          })
          pipe(sink)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error) {
          failed = true
          logFault(error, context)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error(`the page took longer than ${longest} ms`)), longest)
  })
}

/** Checks for a language: a request can go wrong before its language is known. */
function speaks(context: RouterContextProvider): boolean {
  try {
    return Boolean(context.get(wordsContext))
  } catch {
    return false
  }
}

/** Logs a fault that no boundary caught, such as one in rendering. The visitor sees the same id. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted) return
  const status = (error as { status?: number } | undefined)?.status
  if (status && status < 500) return
  lifecycle.heard(error)
  logFault(error, context)
}
