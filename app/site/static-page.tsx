import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import type { PageFacts } from '#app/ui/static-page.ts'

/**
 * Makes the page a static one, which loads React when it is touched, and gives its facts to its script; see app/static-page.ts. A
 * signed-in person's page loads React at once: the code that keeps their session has to run. So does the page of a visitor with a flash
 * message.
 */
export function StaticPage(facts: Omit<PageFacts, 'words'>) {
  const words = useWords()
  const root = useRouteLoaderData<{ person: object | null; flash: object | null }>('root')
  if (!root || root.person || root.flash) return null
  const all: PageFacts = facts.shows ? { ...facts, words } : facts
  return <p role="status" className="sr-only" data-facts={JSON.stringify(all)} />
}

function useWords(): NonNullable<PageFacts['words']> {
  const { t } = useLingui()
  const donorsOf = (donors: number) => t`${plural(donors, { one: '# donor', other: '# donors' })}`
  const giftsOf = (count: number) => t`${plural(count, { one: '# new donation', other: '# new donations' })}`
  const [name, amount, percent] = ['{name}', '{amount}', '#']
  return {
    donor: donorsOf(1),
    donors: donorsOf(2).replace('2', '#'),
    gifts: giftsOf(2).replace('2', '#'),
    percent: t`${percent}%`,
    little: t`under 1%`,
    gave: t`${name} gave ${amount}`,
    someone: t`Someone gave ${amount}`,
  }
}
