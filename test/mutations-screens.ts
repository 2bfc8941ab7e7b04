import type { Mutation } from './mutations.ts'

// Mistakes of the screen that are seen in the page as the server sends it: a person meets them, and money does not move. These are
// such as any page can have; the others are in the two lists beside this one.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInScreens: Mutation[] = [
  {
    mistake: 'a page of the office has no title',
    file: 'app/site/admin-page.tsx',
    is: '      <title>{`${page} · ${t`Admin`} · ${brand()}`}</title>\n',
    test: 'T970',
  },
  {
    mistake: 'the pages of a drive have no title',
    file: 'app/drives/drive/pages/context.tsx',
    is: "<title>{[layout?.drive.title, page, brand()].filter(Boolean).join(' · ')}</title>",
    becomes: '<title>{layout ? "" : page}</title>',
    test: 'T970',
  },
  {
    mistake: 'a page in Swahili says that it is in English',
    file: 'app/root.tsx',
    is: '      lang={i18n.locale}\n',
    becomes: '      lang="en"\n',
    test: 'T971',
  },
  {
    mistake: 'the field with the link of a drive has no name',
    file: 'app/drives/drive/campaign/share-card.tsx',
    is: '          aria-label={t`Link to your fund drive`}\n',
    test: 'T972',
  },
  {
    mistake: 'the label of a field is tied to no field',
    file: 'app/drives/drive/share-ways.tsx',
    is: 'htmlFor={`link-${shared.slug}`}',
    becomes: 'htmlFor="link"',
    test: 'T972',
  },
  {
    mistake: 'the cross of a dialog has no name',
    file: 'app/ui/dialog.tsx',
    is: '<Link to={closeTo} replace preventScrollReset aria-label={t`Close`} className={cross}>',
    becomes: '<Link to={closeTo} replace preventScrollReset className={cross}>',
    test: 'T973',
  },
  {
    mistake: 'the button that shows a password has no name',
    file: 'app/ui/field.tsx',
    is: '        <span className="sr-only">{shown ? t`Hide password` : t`Show password`}</span>\n',
    becomes: '        {shown && null}\n',
    test: 'T973',
  },
  {
    mistake: 'the form for the place of visits is sent to an address that is not there',
    file: 'app/drives/visits/pages/visit-place.tsx',
    is: 'action={`/fund-drive/${slug}/rsvps/place`}',
    becomes: 'action={`/fund-drive/${slug}/rsvps/address`}',
    test: 'T974',
  },
  {
    mistake: 'a page that opens in another tab can reach ours',
    file: 'app/drives/visits/visits-list.tsx',
    is: ' target="_blank" rel="noopener noreferrer"',
    becomes: ' target="_blank"',
    test: 'T975',
  },
  {
    mistake: 'a script of each page has no nonce',
    file: 'app/ui/theme.tsx',
    is: '<script nonce={nonce} ',
    becomes: '<script nonce={nonce && undefined} ',
    test: 'T989',
  },
  {
    mistake: 'the form of a gift has no key',
    file: 'app/money/payments/give-form.tsx',
    is: '      <input type="hidden" name="key" value={key} />\n',
    test: 'T976',
    row: 'a gift',
  },
  {
    mistake: 'the form of a visit has no key',
    file: 'app/drives/visits/visit-form.tsx',
    is: '      <input type="hidden" name="key" value={key} />\n',
    test: 'T976',
    row: 'a visit',
  },
  {
    mistake: 'the form of a withdrawal has no key',
    file: 'app/money/payouts/pages/withdraw.tsx',
    is: '      <input type="hidden" name="key" value={key} />\n',
    test: 'T976',
    row: 'a withdrawal',
  },
  {
    mistake: 'the form of a refund has no key',
    file: 'app/money/payments/admin/refund-page.tsx',
    is: '      <input type="hidden" name="key" value={key} />\n',
    test: 'T976',
    row: 'a refund',
  },
  {
    mistake: 'the form of a guest has no key',
    file: 'app/invitations/guests/pages/guest-add.tsx',
    is: '        <input type="hidden" name="key" value={key} />\n',
    test: 'T983',
    row: 'a guest',
  },
  {
    mistake: 'a like is sent as a comment',
    file: 'app/drives/comments/comments-tab.tsx',
    is: 'action={`/fundraiser/${slug}/like`}',
    becomes: 'action={`/fundraiser/${slug}/comment`}',
    test: 'T977',
  },
  {
    mistake: 'a visit is sent as a comment',
    file: 'app/drives/visits/visit-form.tsx',
    is: 'action={`/fundraiser/${slug}/book-visit`}',
    becomes: 'action={`/fundraiser/${slug}/comment`}',
    test: 'T977',
  },
  {
    mistake: 'a decision about a visit does not say which visit',
    file: 'app/drives/visits/visits-list.tsx',
    is: '      <input type="hidden" name="visit" value={id} />\n',
    test: 'T978',
  },
  {
    mistake: 'Pin to top deletes a comment',
    file: 'app/drives/comments/comments-list.tsx',
    is: 'action={`${base}/mark`}',
    becomes: 'action={`${base}/delete`}',
    test: 'T978',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
