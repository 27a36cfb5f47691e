// Every text of the page, in English and in Chinese (simplified): the one table, so that neither
// language can lack what the other has. {name} is filled in; 'one|many' is chosen by {n}.

import { kEventMessages } from './events';
import { kFitMessages } from './fits';
import { kForecastMessages } from './forecast';
import { kFleetMessages } from './fleet';
import { kLeagueMessages } from './league';
import { kLearnMessages } from './learn';
import { kNewMessages } from './new';
import { kPageMessages } from './pages';
import { kTuneMessages } from './tune';

export const kMessages = {
  ...kPageMessages,
  ...kEventMessages,
  ...kFitMessages,
  ...kForecastMessages,
  ...kFleetMessages,
  ...kLeagueMessages,
  ...kLearnMessages,
  ...kNewMessages,
  ...kTuneMessages,
} as const;
