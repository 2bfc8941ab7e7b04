import { layout, prefix, route } from '@react-router/dev/routes'

// The pages of a gathering's hosts; guests' are in guest-routes.ts.

export const hosts = [
  // Instead of all of them, where the office stopped it.
  route('gathering/:slug/stopped', 'routes/gathering/stopped.tsx'),
  layout('routes/gathering/layout.tsx', [
    ...prefix('gathering/:slug', [
      // The pages of a gathering's hosts. Each new one is a line here and one in features/occasions/ways.tsx.
      route('home', 'routes/gathering/home.tsx'),
      route('messages', 'routes/gathering/messages.tsx'),
      route('messages/new', 'routes/gathering/message-new.tsx'),
      route('messages/:id', 'routes/gathering/message-one.tsx'),
      route('messages/:id/by-hand', 'routes/gathering/message-by-hand.tsx'),
      route('messages/:id/stop', 'routes/gathering/message-stop.ts'),
      route('occasions/:no/tell', 'routes/gathering/occasion-tell.ts'),
      route('occasions/:no/reminders', 'routes/gathering/occasion-reminders.ts'),
      route('occasions', 'routes/gathering/occasions.tsx'),
      route('occasions/new', 'routes/gathering/occasion-new.tsx'),
      route('occasions/:no', 'routes/gathering/occasion.tsx'),
      route('occasions/:no/cancel', 'routes/gathering/occasion-cancel.ts'),
      route('card', 'routes/gathering/card.tsx'),
      // The form that adds a guest stands over the list.
      route('guests', 'routes/gathering/guests.tsx', [route('add', 'routes/gathering/guest-add.tsx')]),
      route('guests.csv', 'routes/gathering/guests-csv.ts'),
      route('guests/gave', 'routes/gathering/guests-gave.tsx'),
      route('guests/gave/add', 'routes/gathering/guests-gave-add.ts'),
      route('guests/:guest/tie', 'routes/gathering/guest-tie.ts'),
      route('guests/:guest/untie', 'routes/gathering/guest-untie.ts'),
      route('guests/:guest', 'routes/gathering/guest.tsx'),
      route('guests/:guest/save', 'routes/gathering/guest-save.ts'),
      route('guests/:guest/seats', 'routes/gathering/guest-seats.ts'),
      route('guests/:guest/answer', 'routes/gathering/guest-answer.ts'),
      route('guests/:guest/new-link', 'routes/gathering/guest-new-link.ts'),
      route('guests/:guest/merge', 'routes/gathering/guest-merge.ts'),
      route('guests/:guest/remember', 'routes/gathering/guest-remember.ts'),
      route('guests/:guest/forget', 'routes/gathering/guest-forget.ts'),
      route('waiting', 'routes/gathering/waiting.tsx'),
      route('waiting/offer', 'routes/gathering/waiting-offer.ts'),
      route('waiting/approve', 'routes/gathering/waiting-approve.ts'),
      route('waiting/turn-down', 'routes/gathering/waiting-turn-down.ts'),
      // The same on paper: passes to cut out, and the list by name.
      route('door/cards.pdf', 'routes/gathering/door-cards.ts'),
      route('door/list.pdf', 'routes/gathering/door-list.ts'),
      route('door', 'routes/gathering/door.tsx'),
      route('door/new', 'routes/gathering/door-new.tsx'),
      route('door/revoke', 'routes/gathering/door-revoke.ts'),
      route('door/arrivals.csv', 'routes/gathering/door-csv.ts'),
      route('after', 'routes/gathering/after.tsx'),
      route('after/account', 'routes/gathering/after-account.tsx'),
      route('after/post', 'routes/gathering/after-post.tsx'),
      route('after/photos', 'routes/gathering/after-photos.tsx'),
      route('after/photos/take-down', 'routes/gathering/after-photo-down.ts'),
      route('after/remove', 'routes/gathering/after-remove.ts'),
      route('settings', 'routes/gathering/settings.tsx'),
      route('settings/status', 'routes/gathering/settings-status.ts'),
      route('settings/drive', 'routes/gathering/settings-drive.ts'),
      route('settings/delete', 'routes/gathering/settings-delete.ts'),
      route('guests/import', 'routes/gathering/guests-import.tsx'),
      route('guests/import/kumbukumbu', 'routes/gathering/guests-from-book.tsx'),
    ]),
  ]),
]
