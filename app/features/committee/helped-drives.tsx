import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import { Card } from '#app/ui/card.tsx'

type Helped = { slug: string; title: string; role: HelperRole; owner: string }[]

/** The drives of others that a person looks after, on their dashboard. */
export function HelpedDrives({ drives }: { drives: Helped }) {
  if (drives.length === 0) return null
  return (
    <Card title={<Trans>Fund drives you help with</Trans>} className="mt-8 sm:mt-10">
      <ul className="-my-2 divide-y divide-line">
        {drives.map((drive) => (
          <Helps key={drive.slug} {...drive} />
        ))}
      </ul>
    </Card>
  )
}

function Helps({ slug, title, role, owner }: Helped[number]) {
  const { t } = useLingui()
  return (
    <li className="py-2">
      <Link
        to={`/fund-drive/${slug}/home`}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link"
        dir="auto"
      >
        {title}
      </Link>
      <p className="wrap-anywhere text-muted text-sm">
        {role === 'treasurer' ? t`Treasurer; organised by ${owner}` : t`Secretary; organised by ${owner}`}
      </p>
    </li>
  )
}
