// Every text of the page, in English and in Chinese (simplified): the one table, so that neither
// language can lack what the other has. {name} is filled in; 'one|many' is chosen by {n}.

import { kForecastMessages } from './forecast';
import { kLeagueMessages } from './league';
import { kLearnMessages } from './learn';
import { kPageMessages } from './pages';

export const kMessages = { ...kPageMessages, ...kForecastMessages, ...kLeagueMessages, ...kLearnMessages } as const;
