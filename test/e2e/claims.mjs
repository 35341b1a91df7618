/** What more than one scenario sees to, or claims at its end. */

/** What `missed` tells when every line of every transcript was understood and taken in. */
const nothing = { turns: 0, problems: {}, failed: [] };

/** `who` has ended: `the sessions` or `the session`. */
export async function endsWell({ survivors, missed, check }, who = 'the sessions') {
  await leavesNoProcess({ survivors, check }, who);
  check.equal('the hooks have missed nothing', await missed(), nothing);
}

export async function leavesNoProcess({ survivors, check }, who = 'the sessions') {
  check.equal(`no process outlives ${who}`, await survivors(), []);
}

/** A question that is asked again and again deserves silence at the default rate. */
export async function recallOften({ mementor, check }) {
  check.succeeds('config', await mementor(['config', 'rate', '20']));
}
