import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { Looked } from './checks.server.ts'
import { ruleOf } from './rules.ts'

/** When the books were looked through last, and what was broken then. */
export function ChecksCard({ looked: { at, broken, waits } }: { looked: Looked }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useDeed()
  const when = at ? momentIn(i18n.locale as Language, at) : ''
  return (
    <Card
      title={<Trans>The books and their own rules</Trans>}
      text={at ? <Trans>Last run on {when}. Runs hourly.</Trans> : <Trans>Not run yet. Runs hourly.</Trans>}
    >
      <div className="grid gap-4">
        {at &&
          (broken.length === 0 ? (
            <Notice tone="gain" title={<Trans>All rules hold</Trans>} />
          ) : (
            <Notice tone="stop" title={<Trans>Rules are broken</Trans>}>
              <ul className="grid gap-1">
                {broken.map(({ id, rule }) => (
                  <li key={id}>
                    <Link to={`/admin/books/differences?search=${id}`} className="text-link">
                      {id}
                    </Link>{' '}
                    {ruleOf(id) ? i18n._(ruleOf(id)!) : rule}
                  </li>
                ))}
              </ul>
            </Notice>
          ))}
        <Form method="post" action="/admin/books/look-through" className="grid justify-items-start gap-2">
          <Button variant="secondary" busy={busy} busyText={t`Asking...`}>
            <Trans>Run checks now</Trans>
          </Button>
          {waits && (
            <p role="status" className="text-muted text-sm">
              <Trans>The checks are running.</Trans>
            </p>
          )}
        </Form>
      </div>
    </Card>
  )
}
