import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import type { Sleep } from '#app/ui/slept.ts'

type SleepingProps = Omit<Sleep, 'words'>

/**
 * Says to the script of a page that sleeps until it is touched what it has to know; see app/asleep.ts. A person who is
 * signed in gets the page awake: what keeps their session has to run. So does a visitor who was just told something.
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
