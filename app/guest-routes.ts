import { index, prefix, route } from '@react-router/dev/routes'

// The addresses of guests, who have a link and no account; the hosts' are in host-routes.ts. Where a file has two, their names begin as
// the folder does: visitors don't get the addresses of that.

export const guests = [
  ...prefix('i/:link', [
    index('routes/guest/page.tsx'),
    route('answer', 'routes/guest/answer.tsx'),
    route('give', 'routes/guest/give.ts'),
    route('word', 'routes/guest/word.tsx'),
    route('quiet', 'routes/guest/quiet.ts'),
    route('note', 'routes/guest/note.ts'),
    route('forget', 'routes/guest/forget.tsx'),
    route('report', 'routes/guest/report.tsx'),
    route('photos/:photo', 'routes/guest/photo.tsx'),
    route('seen.gif', 'routes/guest/seen.ts'),
    route('calendar/:no', 'routes/guest/calendar.ts'),
  ]),
  route('invitation/:slug', 'routes/guest/open.tsx'),
  route('invitation/:slug/answer', 'routes/guest/open-answer.tsx'),
  ...['card', 'preview'].map((shape) =>
    route(`invitation/:slug/${shape}/:file`, 'routes/guest/card-picture.ts', {
      id: `routes/guest/everybodys-${shape}`,
    }),
  ),
  ...['card', 'thanks'].map((one) =>
    route(`i/:link/${one}.jpg`, 'routes/guest/own-card.ts', { id: `routes/guest/own-${one}` }),
  ),
  // A guest's pass; a plain camera opens what its code says.
  route('i/:link/pass/:no', 'routes/guest/pass.tsx'),
  route('i/:link/pass/:no.png', 'routes/guest/pass-picture.ts'),
  route('p/:pass', 'routes/guest/pass-scanned.tsx'),
]
