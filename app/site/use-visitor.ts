import { useLingui } from '@lingui/react'
import { useRouteLoaderData } from 'react-router'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import type { PersonSeen } from '#app/people/accounts/use-person.ts'
import { useSignedIn } from '#app/ui/document.ts'

/** The help page while the operator has set no support address. */
const support = '/about/help'

type Visitor = {
  person: PersonSeen | null
  language: Language
  supportUrl?: string | null
  countries?: string[]
  /** The name of the list of fundraisers: spoken by the server, since all visitors would load these words. */
  discover?: string
}

/** Returns the visitor, as the root knows it. Works on error pages too, where the root may have loaded nothing. */
export function useVisitor() {
  const root = useRouteLoaderData('root') as Partial<Visitor> | undefined
  const { i18n } = useLingui()
  const { person = null, language = i18n.locale, supportUrl, countries = ['Kenya'], discover } = root ?? {}
  const wasSignedIn = useSignedIn()
  return {
    person,
    signedIn: root ? person !== null : wasSignedIn,
    language: isLanguage(language) ? language : ('en' as const),
    supportUrl: supportUrl || support,
    countries,
    discover,
  }
}
