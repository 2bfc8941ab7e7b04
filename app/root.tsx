import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import {
  personContext,
  rememberPerson,
  secondsLeft,
  seen,
  sessionContext,
} from '#app/features/people/session.server.ts'
import { iconLinks } from '#app/features/site/icons.ts'
import { isLanguage, languageAskedFor } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import { fontLinks } from '#app/ui/fonts.ts'
import { ThemeScript } from '#app/ui/theme.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import type { Route } from './+types/root.ts'
import './app.css'

export const links: Route.LinksFunction = () => [...fontLinks, ...iconLinks]

export const middleware: Route.MiddlewareFunction[] = [
  rememberPerson,
  async ({ request, context }) => {
    const remembered = request.headers.get('cookie')?.match(/(?:^|; )language=(\w+)/)?.[1]
    const asked = isLanguage(remembered) ? remembered : languageAskedFor(request.headers.get('accept-language'))
    const language = context.get(personContext)?.language ?? asked
    context.set(languageContext, language)
    context.set(wordsContext, wordsIn(language, catalogues[language]))
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const session = context.get(sessionContext)
  return {
    language: context.get(languageContext),
    person: person && seen(person),
    session: session && { expiresIn: secondsLeft(session) },
  }
}

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang={root?.language ?? 'en'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeScript />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
