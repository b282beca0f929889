#include "model/graveyard.h"

#include <malloc.h>

#include <utility>

#include "base/thread_priority.h"

namespace crossdock::model {

Graveyard::Graveyard() : thread_([this](std::stop_token stop) { Loop(stop); }) {}

Pin Graveyard::Wrap(const std::shared_ptr<Graveyard>& yard, std::unique_ptr<const Version> version) {
  return {version.release(), [yard = std::weak_ptr(yard)](const Version* last) {
            std::unique_ptr<const Version> dead(last);
            if (const auto open = yard.lock()) open->dead_.TryPush(std::move(dead));
          }};
}

void Graveyard::Loop(std::stop_token stop) {
  // Not of low priority: giving memory back takes the allocator's locks, and whoever allocates would wait behind a thread that waits.
  SetThreadPriority("unloading", 0);
  while (auto dead = dead_.Pop(stop)) {
    dead->reset();
    // A model's weights lie among what lives on, and the allocator keeps what is freed there. Once for all that came together.
    if (dead_.size() == 0) malloc_trim(0);
  }
}

}  // namespace crossdock::model
