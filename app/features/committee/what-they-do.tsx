import { Trans } from '@lingui/react/macro'
import type { HelperRole } from '#app/kit/rights.ts'

/** What a helper may do and what not, in a few words. */
export const WhatTheyDo = ({ of }: { of: HelperRole }) => (
  <ul className="grid list-disc gap-1 pl-5">{of === 'treasurer' ? <Treasurer /> : <Secretary />}</ul>
)

const Treasurer = () => (
  <>
    <li>
      <Trans>Records cash and other gifts that do not pass through Harambee</Trans>
    </li>
    <li>
      <Trans>Sees donations, with the names of those who gave, and the totals</Trans>
    </li>
    <li>
      <Trans>Can’t withdraw money, and can’t change the page or its settings</Trans>
    </li>
  </>
)

const Secretary = () => (
  <>
    <li>
      <Trans>Invites guests, writes to them, and sees their numbers, their answers and who came</Trans>
    </li>
    <li>
      <Trans>Looks after the occasions, the card and the doors</Trans>
    </li>
    <li>
      <Trans>Can’t see what each guest gave or pledged, can’t withdraw money, and can’t change the fund drive</Trans>
    </li>
  </>
)
