import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { publicDrive } from '#app/drives/drive/drive.server.ts'
import { recordedHidden } from '#app/drives/drive/manage.server.ts'
import { recordedSeen } from '#app/group/recorded-gifts/given.server.ts'
import { dayOf, type Method, recordedByWords, recordedMethodWords } from '#app/group/recorded-gifts/recorded.ts'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { seesAll } from '#app/people/accounts/duty.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import type { Route } from './+types/recorded.ts'

export async function loader({ request, params: { slug }, context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const found = await publicDrive(db, slug, {
    personId: person?.id ?? null,
    isAdmin: person !== null && seesAll(person),
    visitor: visitorKey(request, context.get(askedContext).address),
  })
  if (!('drive' in found)) throw data(null, { status: 404 })
  const { id, title } = found.drive
  const [{ rows, next }, hidden] = await Promise.all([
    recordedSeen(db, id, url.searchParams.get('after')),
    recordedHidden(db, id),
  ])
  return { slug, title, gifts: rows, next, hidden: hidden.us !== null }
}

/** Lists gifts that did not pass through us, for everyone who may read the drive's page. */
export default function Recorded({ loaderData: { slug, title, gifts, next, hidden } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Recorded gifts`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Recorded gifts</Trans>}
        text={<bdi>{title}</bdi>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        <RecordedSeen gifts={gifts} hidden={hidden} />
        <CursorPages next={next} param="after" />
      </OneThing>
    </OwnPages>
  )
}

type Seen = {
  id: number
  amount: number
  method: Method
  by: string
  name: string
  anonymous: boolean
  givenOn: string
}

/** The recorded gifts of a drive as its visitors see them. */
function RecordedSeen({ gifts, hidden }: { gifts: Seen[]; hidden: boolean }) {
  const { i18n } = useLingui()
  if (gifts.length === 0)
    return (
      <p className="text-muted">
        {hidden ? <Trans>They are not shown at present.</Trans> : <Trans>No recorded gifts yet</Trans>}
      </p>
    )
  return (
    <ul className="-my-2 divide-y divide-line">
      {gifts.map(({ id, amount, method, by, name, anonymous, givenOn }) => (
        <li key={id} className="grid gap-0.5 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span className="wrap-anywhere font-semibold" dir="auto">
              {name || i18n._(namelessSeen(anonymous))}
            </span>
            <span className="figures font-bold">{moneyText(amount)}</span>
          </p>
          <p className="text-muted text-sm">
            {briefDayIn(i18n.locale as Language, dayOf(givenOn))} · {i18n._(recordedMethodWords[method])}
          </p>
          <p className="wrap-anywhere text-muted text-sm">{i18n._(recordedByWords(by))}</p>
        </li>
      ))}
    </ul>
  )
}
