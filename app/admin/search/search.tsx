import { Trans, useLingui } from '@lingui/react/macro'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/search.ts'
import { everything } from './everything.server.ts'
import { FindForm } from './find-form.tsx'
import { Found } from './found.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const typed = (searchParams.get('q') ?? '').trim().slice(0, 100)
  const found = typed ? await everything(db, typed, actorIn(context), context.get(wordsContext)) : null
  return { typed, found }
}

/** Gifts, payouts, fund drives and people, found by the same words. On wide screens its field is in the bar above all pages. */
export default function Search({ loaderData: { typed, found } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Find`}
      text={<Trans>Gifts, unplaced money, payouts, fund drives and people. Viewing them is logged.</Trans>}
    >
      <FindForm typed={typed} className="flex md:hidden" />
      {found && <Found typed={typed} found={found} />}
    </OfficePage>
  )
}
