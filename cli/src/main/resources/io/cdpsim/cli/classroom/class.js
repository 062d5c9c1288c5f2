// Saves and grades the work of a lab, and shows the position in the queue.
'use strict';
const work = document.getElementById('work');
const state = document.getElementById('state');
const result = document.getElementById('result');
const base = '/lab/' + work.dataset.lab + '/';
let changed = false;

async function post(what) {
  state.textContent = 'Saving …';
  let answer;
  try {
    answer = await fetch(base + what, {method: 'POST', body: new URLSearchParams(new FormData(work))});
  } catch (problem) {
    state.textContent = 'Not saved: the server does not answer. Your text is still here.';
    return false;
  }
  const said = await answer.json();
  changed = !answer.ok && answer.status !== 429;
  state.textContent = answer.ok ? 'Saved.' : said.problem;
  return answer.ok;
}

async function follow() {
  try {
    const now = await (await fetch(base + 'state')).json();
    if (now.position >= 0) {
      state.textContent = now.position === 0 ? 'Grading …' : 'Waiting: number ' + now.position + ' in the queue.';
      setTimeout(follow, 1000);
      return;
    }
    state.textContent = 'Graded.';
    result.innerHTML = now.grade;
    result.scrollIntoView({block: 'nearest'});
  } catch (problem) {
    state.textContent = 'The server does not answer; trying again.';
    setTimeout(follow, 5000);
  }
}

work.addEventListener('submit', event => event.preventDefault());
work.addEventListener('input', () => { changed = true; });
document.getElementById('save').addEventListener('click', () => post('save'));
document.getElementById('grade').addEventListener('click', async () => { if (await post('grade')) follow(); });
window.addEventListener('beforeunload', event => { if (changed) event.preventDefault(); });
fetch(base + 'state').then(answer => answer.json()).then(now => { if (now.position >= 0) follow(); });
