import type { Mutation } from './mutations.ts'

// Mistakes of the screens of visitors, seen in the page as the server sends it.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsForVisitors: Mutation[] = [
  {
    mistake: 'the landing page leads hosts of a burial to a new drive',
    file: 'app/site/public/landing.tsx',
    is: '<Link to="/dashboard/invite"',
    becomes: '<Link to="/dashboard/new"',
    test: 'T23',
  },
  {
    mistake: 'the landing page leads nobody to the support of the operator',
    file: 'app/site/public/landing.tsx',
    is: '<a href={supportUrl} className="closing-support">',
    becomes: '<a href={supportUrl && "/about/help"} className="closing-support">',
    test: 'T336',
  },
  {
    mistake: 'a sign-in that failed does not say so',
    file: 'app/people/sign-in/public/screen.tsx',
    is: '      {!unverified && <Refused answer={answer} />}\n',
    becomes: '      {unverified && <Refused answer={answer} />}\n',
    test: 'T49',
  },
  {
    mistake: 'the form of sign-in forgets which page was asked for',
    file: 'app/people/sign-in/public/screen.tsx',
    is: '      <Form method="post" action="/auth/sign-in" className="grid gap-5">\n        {to && <input type="hidden" name="to" value={to} />}\n',
    becomes: '      <Form method="post" action="/auth/sign-in" className="grid gap-5">\n',
    test: 'T279',
  },
  {
    mistake: 'a sign-up that is refused loses the name that was typed',
    file: 'app/people/sign-in/public/screen.tsx',
    is: '<Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>',
    becomes: '<Field name="fullName" label={<Trans>Full Name</Trans>} required>',
    test: 'T862',
  },
  {
    mistake: 'an error of a username is said at the name',
    file: 'app/people/sign-in/public/screen.tsx',
    is: '<Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>',
    becomes:
      '<Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer && { ...answer, errors: { fullName: answer.errors?.username ?? "" } }} required>',
    and: {
      file: 'app/people/sign-in/public/screen.tsx',
      is: `          label={<Trans>Username</Trans>}
          answer={answer}
`,
      becomes: `          label={<Trans>Username</Trans>}
          answer={answer && { ok: false, typed: answer.typed }}
`,
    },
    test: 'T862',
  },
  {
    mistake: 'what was done is not said to a browser without a script',
    file: 'app/site/flash.tsx',
    is: 'if (!said || hydrated) return null',
    becomes: 'if (!said || !hydrated) return null',
    test: 'T860',
  },
  {
    mistake: 'the goal on the page of a drive is what was raised',
    file: 'app/drives/public-page/progress-card.tsx',
    is: '<Trans>raised of {moneyText(goal)}</Trans>',
    becomes: '<Trans>raised of {moneyText(there)}</Trans>',
    test: 'T3',
  },
  {
    mistake: 'the per cent of a drive leave out what was recorded',
    file: 'app/drives/public-page/progress-card.tsx',
    is: '{percentText(there, goal)}',
    becomes: '{percentText(raised, goal)}',
    test: 'T315',
  },
  {
    mistake: 'the latest gifts are the oldest ones',
    file: 'app/money/donations/recent-gifts.tsx',
    is: '.slice(0, shownAtMost)',
    becomes: '.slice(-shownAtMost)',
    test: 'T988',
  },
  {
    mistake: 'the link that is copied is that for WhatsApp',
    file: 'app/drives/drive/share-ways.tsx',
    is: '          value={shared.link}\n',
    becomes: '          value={to.whatsapp}\n',
    test: 'T801',
  },
  {
    mistake: 'a drive that collects nothing has a way to give',
    file: 'app/drives/public-page/pages/open.tsx',
    is: 'give={collects && <HeroStanding',
    becomes: 'give={<HeroStanding',
    test: 'T800',
  },
  {
    mistake: 'two buttons of a gallery have the same name',
    file: 'app/ui/carousel.tsx',
    is: 'aria-label={t`Next picture`}',
    becomes: 'aria-label={t`Previous picture`}',
    test: 'T803',
  },
  {
    mistake: 'a page without views answers as if it were open',
    file: 'app/drives/public-page/pages/page.tsx',
    is: 'restricted: 403',
    becomes: 'restricted: 200',
    test: 'T20',
  },
  {
    mistake: 'an address that leads nowhere answers as if it led somewhere',
    file: 'app/site/public/not-found.tsx',
    is: '{ status: 404 }',
    becomes: '{ status: 200 }',
    test: 'T40',
  },
  {
    mistake: 'a drive that has ended has the form for comments',
    file: 'app/drives/comments/comments-tab.tsx',
    is: `      {!closed && (
        <CommentForm`,
    becomes: `      {closed !== null && (
        <CommentForm`,
    test: 'T282',
  },
  {
    mistake: 'DONATE on a page without views leads back to that page',
    file: 'app/drives/public-page/pages/closed.tsx',
    is: 'to={`/fundraiser/${slug}/donate`}',
    becomes: 'to={`/fundraiser/${slug}`}',
    test: 'T286',
  },
  {
    mistake: 'the owner of a paused drive is not led to its settings',
    file: 'app/drives/public-page/preview-banner.tsx',
    is: `gifts are safe. Only you can look at it until you{' '}
      <Link to={\`/fund-drive/\${slug}/settings\`}`,
    becomes: `gifts are safe. Only you can look at it until you{' '}
      <Link to={\`/fund-drive/\${slug}/home\`}`,
    test: 'T284',
  },
  {
    mistake: 'a gift that is refused forgets that it was anonymous',
    file: 'app/money/payments/give-fields.tsx',
    is: "        defaultChecked={typed.anonymous === 'on'}\n",
    test: 'T361',
  },
  {
    mistake: 'what is wrong with a phone is not said at it',
    file: 'app/money/payments/give-fields.tsx',
    is: `      name="phone"
      answer={answer}
`,
    becomes: `      name="phone"
      answer={answer && { ok: false, typed: answer.typed }}
`,
    test: 'T981',
  },
  {
    mistake: 'the page of thanks counts the gift twice',
    file: 'app/money/donations/public/thanks.tsx',
    is: '<strong>{moneyText(raised)}</strong>',
    becomes: '<strong>{moneyText(raised + amount)}</strong>',
    test: 'T34',
  },
  {
    mistake: 'a receipt writes the fee as if it were shillings',
    file: 'app/money/donations/public/receipt.tsx',
    is: 'const kept = moneyText(fee - feeBack)',
    becomes: 'const kept = moneyText((fee - feeBack) * 100)',
    test: 'T34',
  },
  {
    mistake: 'the page of a payment that waits needs a script to ask again',
    file: 'app/money/donations/public/paid.tsx',
    is: '          <meta httpEquiv="refresh" content="5" />\n',
    test: 'T110',
  },
  {
    mistake: 'Try again after a payment that failed leads home',
    file: 'app/money/donations/public/paid.tsx',
    is: '<LinkButton to={again} size="large">',
    becomes: '<LinkButton to={again && "/"} size="large">',
    test: 'T111',
  },
  {
    mistake: 'a claim that is refused as a whole does not say why',
    file: 'app/money/mpesa/claim-form.tsx',
    is: `      <GiverFields answer={answer} />
      {!answer?.errors && <Refused answer={answer} />}
`,
    becomes: `      <GiverFields answer={answer} />
      {answer?.errors && <Refused answer={answer} />}
`,
    test: 'T982',
  },
  {
    mistake: 'a claim offers the form for a name to every browser that knows its address',
    file: 'app/money/donations/public/claimed.tsx',
    is: '{isNameless && gift.receipt && gift.reversed === 0 &&',
    becomes: '{gift.reversed === 0 &&',
    test: 'T987',
  },
  {
    mistake: 'a comment that is refused loses the name that was typed',
    file: 'app/drives/comments/comment-form.tsx',
    is: '<Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>',
    becomes: '<Field label={<Trans>Name</Trans>} name="name" optional>',
    test: 'T362',
  },
  {
    mistake: 'the name of a giver who wants to stay anonymous is on the page',
    file: 'app/money/donations/donations.server.ts',
    is: "case when d.anonymous then null else nullif(d.donor_name, '') end",
    becomes: "nullif(d.donor_name, '')",
    test: 'T221',
  },
  {
    mistake: 'four guests can’t be chosen in the form of a visit',
    file: 'app/drives/visits/visit-form.tsx',
    is: 'length: guestsMax - 1 }',
    becomes: 'length: guestsMax - 2 }',
    test: 'T185',
  },
  {
    mistake: 'a filter that finds no visit says that there is none yet',
    file: 'app/drives/visits/pages/rsvps.tsx',
    is: 'empty={any && <Nothing />}',
    becomes: 'empty={!any && <Nothing />}',
    test: 'T185',
  },
  {
    mistake: 'the button for Swahili sends another field',
    file: 'app/site/language-switch.tsx',
    is: '          name="language"\n',
    becomes: '          name="lang"\n',
    test: 'T376',
  },
  {
    mistake: 'a report is from a giver with the code of a gift to another drive',
    file: 'app/money/public-book/book.server.ts',
    is: '    where g.fund_drive_id = ${book.id}\n',
    becomes: '    where true\n',
    test: 'T1334',
  },
  {
    mistake: 'whoever is signed in reports as a giver',
    file: 'app/money/donations/given-list.server.ts',
    is: "    .where(sql<SqlBool>`d.payment_id in (select given_by(${personId}))`)\n    .select('d.id')\n",
    becomes: "    .select('d.id')\n",
    test: 'T1335',
  },
  {
    mistake: 'a fundraiser without a picture or a story is listed',
    file: 'app/drives/discover/discover.server.ts',
    is: "    if (listed && now.lacks.length > 0) throw new Refusal(listingTexts.lacks, { status: 422, field: 'listed' })\n",
    test: 'T1337',
  },
  {
    mistake: 'a fundraiser that nobody listed is in the list',
    file: 'app/drives/discover/discover.server.ts',
    is: "    .where('d.listed_at', 'is not', null)\n",
    test: 'T1337',
  },
  {
    mistake: 'a fundraiser whose views are used up is in the list',
    file: 'app/drives/discover/discover.server.ts',
    is: 'query.where(sql<SqlBool>`has_views(d.id)`)',
    becomes: 'query',
    test: 'T1339',
  },
  {
    mistake: 'an owner lists a fundraiser again that we took off the list',
    file: 'app/drives/discover/discover.server.ts',
    is: "    if (listed && now.why !== null) throw new Refusal(listingTexts.takenOff, { field: 'listed' })\n",
    test: 'T1340',
  },
  {
    mistake: 'one network searches as often as it likes',
    file: 'app/drives/discover/discover.server.ts',
    is: "    await takeTry([{ name: 'discover', key: household(address), times: 120, seconds: 60 }])\n",
    test: 'T1346',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
