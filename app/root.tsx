import display from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { data, type LinkDescriptor, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import { discoverName } from './drives/discover/discover.server.ts'
import { Arriving } from './drives/drive/arriving.tsx'
import { brandPicture, ownBrand } from './kit/brand.ts'
import { languageOf } from './kit/languages.ts'
import { toasts } from './people/accounts/people.ts'
import { personContext, rememberPerson, seen, sessionContext } from './people/accounts/session.server.ts'
import { SessionKeeper } from './people/accounts/session-keeper.tsx'
import { flashGone, flashOf } from './platform/form-action.server.ts'
import { askedContext, languageContext, namedOrigin, wordsContext } from './platform/request.server.ts'
import { supportFrom } from './platform/settings/choices.server.ts'
import { settings } from './platform/settings/settings.server.ts'
import { receive, speak } from './reception.server.ts'
import { countriesClaimed } from './site/claims.server.ts'
import { Flash } from './site/flash.tsx'
import { useVisitor } from './site/use-visitor.ts'
import { WentWrong } from './site/went-wrong.tsx'
import { withAllWords } from './ui/all-words.ts'
import { keepPage } from './ui/broken-line.ts'
import { useRequestId, useStatic } from './ui/document.ts'
import { keepTyped } from './ui/left-form.ts'
import { useTheRouter } from './ui/router.ts'
import { unlessSamePage } from './ui/same-page.ts'
import { ThemeScript } from './ui/theme.tsx'
import { Toasts } from './ui/toast.tsx'
import './app.css'

export const links: Route.LinksFunction = () => [...fontLinks, ...iconLinks(ownBrand().logo)]

/** The visitor's language first, so that all that follows can be said in it; then whether the app is ready for visitors. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }) => {
    speak(context, languageOf(request.headers.get('cookie'), request.headers.get('accept-language')))
  },
  receive,
  rememberPerson,
  async ({ context }) => {
    const theirs = context.get(personContext)?.language
    if (theirs) speak(context, theirs)
  },
]

/** No page is shown before its words are loaded; a broken connection, or a session that ends, loses nothing typed. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  (asked, next) => withAllWords(asked, next),
  (asked, next) => keepPage(asked, next),
  (asked, next) => keepTyped(asked, next),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const session = context.get(sessionContext)
  const words = context.get(wordsContext)
  const { title, text } = toasts.kept
  const kept = context.get(askedContext).kept && { title: words._(title), text: words._(text), tone: 'bad' as const }
  const flash = kept ? { ok: false, says: kept } : (flashOf(request) ?? null)
  return data(
    {
      language: context.get(languageContext),
      person: person && seen(person),
      session: session && { expiresIn: session.secondsLeft },
      flash,
      kept: kept !== undefined,
      supportUrl: supportFrom(namedOrigin(context.get(askedContext))),
      sandbox: settings.sandbox,
      discover: words._(discoverName),
      countries: countriesClaimed()?.map((country) => words._(country)),
    },
    flash ? { headers: { 'set-cookie': flashGone } } : {},
  )
}

export const shouldRevalidate = unlessSamePage

export function Layout({ children }: { children: React.ReactNode }) {
  const { i18n } = useLingui()
  const request = useRequestId()
  const isStatic = useStatic()
  useTheRouter()
  const { signedIn } = useVisitor()
  return (
    <html
      lang={i18n.locale}
      data-request={request}
      data-static={isStatic ? '' : undefined}
      data-signed-in={signedIn ? '' : undefined}
      data-brand={ownBrand().name}
      data-logo={ownBrand().logo}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeScript />
        <BrandStyle />
        <Meta />
        {/* Without a nonce: styles need none, and the browser hides it from React. */}
        <Links nonce="" />
      </head>
      <body>
        <SkipLink />
        {children}
        {!isStatic && (
          <>
            <Toasts />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Flash answer={loaderData.flash} kept={loaderData.kept} />
      <SessionKeeper />
      <Outlet />
      <Arriving />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <WentWrong error={error} />
}

/** For the root's `links`: the mark in its several shapes. */
const iconLinks = (logo: string | undefined): LinkDescriptor[] => [
  ...(logo
    ? [{ rel: 'icon', href: brandPicture(logo, 96) }]
    : [
        { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
        { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      ]),
  { rel: 'apple-touch-icon', href: logo ? brandPicture(logo, 192, 'jpg') : '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** The operator's colour, where one was chosen. */
function BrandStyle() {
  const { style } = ownBrand()
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a rule that the server made of a checked colour
  return style ? <style data-brand="" dangerouslySetInnerHTML={{ __html: style }} /> : null
}

/** The first stop of the Tab key: skips the bar to the main content. */
const SkipLink = () => (
  <a href="#main" className="skip-link">
    <Trans>Skip to content</Trans>
  </a>
)

/** For the root's `links`: the display font is requested with the page, not after its style sheet. */
const fontLinks: LinkDescriptor[] = [
  { rel: 'preload', href: display, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
