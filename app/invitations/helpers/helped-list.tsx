import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import { Card } from '#app/ui/card.tsx'
import { type HelpedNoun, homeOf } from './member.ts'

type Helped = { id: number; noun: HelpedNoun; slug: string; title: string; role: HelperRole; owner: string }[]

/** The drives and invitations of others that a person looks after, on their dashboard. */
export function HelpedList({ helped }: { helped: Helped }) {
  if (helped.length === 0) return null
  return (
    <Card title={<Trans>What you help with</Trans>} className="mt-8 sm:mt-10">
      <ul className="-my-2 divide-y divide-line">
        {helped.map((one) => (
          <Helps key={one.id} {...one} />
        ))}
      </ul>
    </Card>
  )
}

function Helps({ noun, slug, title, role, owner }: Helped[number]) {
  const { t } = useLingui()
  const as = {
    treasurer: t`Treasurer; organised by ${owner}`,
    secretary:
      noun === 'drive' ? t`Secretary; organised by ${owner}` : t`Secretary of the invitation; organised by ${owner}`,
  }
  return (
    <li className="py-2">
      <Link
        to={homeOf({ noun, slug })}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link"
        dir="auto"
      >
        {title}
      </Link>
      <p className="wrap-anywhere text-muted text-sm">{as[role]}</p>
    </li>
  )
}
