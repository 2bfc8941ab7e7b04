import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import type { Sleep } from '#app/ui/slept.ts'

type SleepingProps = Omit<Sleep, 'words'>

/**
 * Gives its facts to the script of a page that is not hydrated until it is touched; see app/asleep.ts. A signed-in person's page is
 * hydrated at once: the code that keeps their session has to run. So is the page of a visitor with a flash message.
 */
export function Sleeping(about: SleepingProps) {
  const words = useWords()
  const root = useRouteLoaderData<{ person: object | null; flash: object | null }>('root')
  if (!root || root.person || root.flash) return null
  const all: Sleep = about.shows ? { ...about, words } : about
  return <p role="status" className="sr-only" data-asleep={JSON.stringify(all)} />
}

function useWords(): NonNullable<Sleep['words']> {
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
