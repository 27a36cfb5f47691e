// The book that matches are played from: see engine/openings/book.h.
#pragma once

#include "engine/openings/book.h"

namespace rookery::worker {

using OpeningBook = openings::Book;

}  // namespace rookery::worker
