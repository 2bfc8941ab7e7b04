import { Trans } from '@lingui/react/macro'

/** What a treasurer may do and what not, in a few words. */
export const WhatTheyDo = () => (
  <ul className="grid list-disc gap-1 pl-5">
    <li>
      <Trans>Records cash and other gifts that do not pass through Harambee</Trans>
    </li>
    <li>
      <Trans>Sees donations, with the names of those who gave, and the totals</Trans>
    </li>
    <li>
      <Trans>Can’t withdraw money, and can’t change the page or its settings</Trans>
    </li>
  </ul>
)
