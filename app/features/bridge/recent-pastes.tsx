import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { knownLanguage } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { PasteLine } from './paste.server.ts'

type RecentPastesProps = { slug: string; pastes: PasteLine[] }

/** What was pasted lately, to go on with it or to take it back. */
export function RecentPastes({ slug, pastes }: RecentPastesProps) {
  const { t, i18n } = useLingui()
  return (
    <ul className="grid">
      {pastes.map(({ id, at, by, rows, entered }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-line border-t py-3 first:border-t-0"
        >
          <div className="min-w-0">
            <Link to={`/fund-drive/${slug}/bridge/rows?paste=${id}`} className="font-semibold">
              {momentIn(knownLanguage(i18n.locale), new Date(at))}
            </Link>
            <p className="text-muted text-sm">
              <bdi>{by}</bdi>, {t`${plural(rows, { one: '# row', other: '# rows' })}`},{' '}
              {t`${plural(entered, { one: '# entered', other: '# entered' })}`}
            </p>
          </div>
          {entered > 0 && <TakeBack slug={slug} id={id} />}
        </li>
      ))}
    </ul>
  )
}

/** Takes a whole paste back: what was entered and not changed since is void again. */
function TakeBack({ slug, id }: { slug: string; id: number }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <Form method="post" action={`/fund-drive/${slug}/bridge/undo`}>
      <input type="hidden" name="paste" value={id} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Taking back...`}>
        <Trans>Take this paste back</Trans>
      </Button>
    </Form>
  )
}
