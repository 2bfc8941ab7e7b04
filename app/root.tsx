import { useLingui } from '@lingui/react'
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { Arriving } from '#app/features/drives/arriving.tsx'
import { personContext, rememberPerson, seen, sessionContext } from '#app/features/people/session.server.ts'
import { SessionKeeper } from '#app/features/people/session-keeper.tsx'
import { Flash } from '#app/features/site/flash.tsx'
import { iconLinks } from '#app/features/site/icons.ts'
import { SkipLink } from '#app/features/site/skip-link.tsx'
import { WentWrong } from '#app/features/site/went-wrong.tsx'
import { languageOf } from '#app/kit/languages.ts'
import { supportFrom } from '#app/platform/choices.server.ts'
import { flashGone, flashOf } from '#app/platform/http/flash.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { keepPage } from '#app/ui/broken-line.ts'
import { fontLinks } from '#app/ui/fonts.ts'
import { useRequestId } from '#app/ui/request-id.ts'
import { unlessSamePage } from '#app/ui/same-page.ts'
import { ThemeScript } from '#app/ui/theme.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import type { Route } from './+types/root.ts'
import { receive, speak } from './reception.server.ts'
import './app.css'

export const links: Route.LinksFunction = () => [...fontLinks, ...iconLinks]

/** First the visitor's language, so that whatever comes next can be said in it; then whether anybody can be received. */
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

/** A line that breaks costs nobody what they typed. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [(asked, next) => keepPage(asked, next)]

export async function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const session = context.get(sessionContext)
  const flash = flashOf(request) ?? null
  return data(
    {
      language: context.get(languageContext),
      person: person && seen(person),
      session: session && { expiresIn: session.secondsLeft },
      flash,
      supportUrl: supportFrom(context.get(askedContext).origin),
      sandbox: settings.sandbox,
    },
    flash ? { headers: { 'set-cookie': flashGone } } : {},
  )
}

export const shouldRevalidate = unlessSamePage

export function Layout({ children }: { children: React.ReactNode }) {
  const { i18n } = useLingui()
  const request = useRequestId()
  return (
    <html lang={i18n.locale} data-request={request} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeScript />
        <Meta />
        {/* Without a nonce: styles need none, and the browser hides it from React. */}
        <Links nonce="" />
      </head>
      <body>
        <SkipLink />
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Flash answer={loaderData.flash} />
      <SessionKeeper />
      <Outlet />
      <Arriving />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <WentWrong error={error} />
}
