import type { Mutation } from './mutations.ts'

// Mistakes that a person could make at the door: see mutations.ts.

export const mutationsInAccounts: Mutation[] = [
  {
    mistake: 'the mailed link alone confirms an address, in any browser',
    file: 'app/people/accounts/email.server.ts',
    is: '  if (!isSameBrowser(signUp, mark)) await askSignUpPassword(signUp, password)\n',
    test: 'T478',
  },
  {
    mistake: 'ADMIN_EMAIL makes an administrator each time its address is confirmed',
    file: 'app/people/accounts/roles.server.ts',
    is: "  if (first) await makeAdmin(tx, email, 'setting')",
    becomes: "  await makeAdmin(tx, first ? email : email, 'setting')",
    test: 'T479',
  },
  {
    mistake: 'a sign-in does not wait for a change of the password that is under way',
    file: 'app/people/accounts/sign-in.server.ts',
    is: '    .forNoKeyUpdate()\n',
    test: 'T480',
  },
]
