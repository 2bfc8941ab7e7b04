import { useRouteLoaderData } from 'react-router'
import type { PersonSeen } from '#app/features/people/use-person.ts'
import { isLanguage, type Language } from '#app/kit/languages.ts'

/** Where help is asked for while the operator has named no place. */
const support = '/about/help'

type Visitor = { person: PersonSeen | null; language: Language; supportUrl?: string | null }

/** Who looks at the page, as the root knows it. Answers on error pages too, where the root may have loaded nothing. */
export function useVisitor() {
  const root = useRouteLoaderData('root') as Partial<Visitor> | undefined
  const { person = null, language, supportUrl } = root ?? {}
  return {
    person,
    language: isLanguage(language) ? language : ('en' as const),
    supportUrl: supportUrl || support,
  }
}
