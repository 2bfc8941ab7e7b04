import { useRouteLoaderData } from 'react-router'
import { type Language, localeOf } from '#app/kit/languages.ts'

export type SignedIn = { id: string; fullName: string; email: string; avatar: string | null; isAdmin: boolean }
type Visitor = { person: SignedIn | null; language: Language; supportUrl: string }

/** Who looks at the page, as the root knows it. Answers on error pages too, where the root may have loaded nothing. */
export function useVisitor(): Visitor {
  const root = useRouteLoaderData('root') as Partial<Visitor> | undefined
  const { person = null, language = 'en', supportUrl = 'mailto:support@harambee.test' } = root ?? {}
  return { person, language: Object.hasOwn(localeOf, language) ? language : 'en', supportUrl }
}
