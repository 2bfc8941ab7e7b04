import { Trans } from '@lingui/react/macro'
import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { SecondNeeded } from '#app/admin/small-decision.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/institution-pages.ts'
import { confirmNumber, endNumber, institutionAt } from './institutions-list.server.ts'
import { confirming, ending, type Institution } from './institutions-list.tsx'

// The decisions about an institution, which open over the list.

export const loader = ({ params }: Route.LoaderArgs): Promise<Institution> => institutionAt(db, params.institution)

export const action = actions({ ':institution/confirm': confirmNumber.action, ':institution/end': endNumber.action })

export default decisionDialogs({
  ':institution/confirm': decisionDialog(confirming, (one) => <First {...one} />),
  ':institution/end': decisionDialog(ending),
})

/** Names the administrator whose yes waits, and the source that they wrote. */
const First = ({ askedBy, addedAt, source }: Institution) =>
  askedBy && (
    <SecondNeeded asked={{ name: askedBy, at: addedAt }}>
      <Trans>Where the number is from</Trans>: <bdi>{source}</bdi>
    </SecondNeeded>
  )
