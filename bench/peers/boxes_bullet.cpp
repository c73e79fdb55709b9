// Bullet among those who race in the broad phase.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <btBulletCollisionCommon.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "boxes.h"

namespace
{

enum { MOVING = 1, STANDING = 2 }; // its filter groups

struct racer {
    const boxes_scene *scene;
    std::unique_ptr<btBroadphaseInterface> broadphase;
    std::vector<btBroadphaseProxy *> moving, standing;
    std::vector<uint32_t> numbers; // of each proxy its place in its set
    int step = 0;

    ~racer()
    {
        for (auto *p : moving) broadphase->destroyProxy(p, nullptr);
        for (auto *p : standing) broadphase->destroyProxy(p, nullptr);
    }
    void add(const boxes_set &set, std::vector<btBroadphaseProxy *> &proxies, int group, int mask)
    {
        const float *b = boxes_step32(&set, 0);
        for (int i = 0; i < set.count; ++i, b += 6) {
            auto *number = &numbers[moving.size() + standing.size()];
            *number = uint32_t(i);
            const btVector3 low(b[0], b[1], b[2]), high(b[3], b[4], b[5]);
            proxies.push_back(broadphase->createProxy(low, high, BOX_SHAPE_PROXYTYPE, number, group,
                                                      mask, nullptr));
            proxies.back()->m_aabbMin = low, proxies.back()->m_aabbMax = high; // not all do
        }
    }
    void fill()
    {
        const bool alone = scene->standing.count == 0;
        numbers.resize(size_t(scene->moving.count) + size_t(scene->standing.count));
        add(scene->standing, standing, STANDING, MOVING);
        add(scene->moving, moving, MOVING, alone ? MOVING : STANDING);
        broadphase->calculateOverlappingPairs(nullptr);
    }
    void move(int to)
    {
        const float *b = boxes_step32(&scene->moving, to);
        for (auto *p : moving) {
            broadphase->setAabb(p, btVector3(b[0], b[1], b[2]), btVector3(b[3], b[4], b[5]),
                                nullptr);
            b += 6;
        }
        broadphase->calculateOverlappingPairs(nullptr);
        step = to;
    }
    // What its cache holds, less what only margins or coarse numbers make overlap.
    boxes_answer pairs() const
    {
        boxes_answer answer = {0, 0};
        btOverlappingPairCache *cache = broadphase->getOverlappingPairCache();
        const btBroadphasePair *pair = cache->getOverlappingPairArrayPtr();
        for (int i = 0, count = cache->getNumOverlappingPairs(); i < count; ++i, ++pair) {
            const btBroadphaseProxy *a = pair->m_pProxy0, *b = pair->m_pProxy1;
            if (!TestAabbAgainstAabb2(a->m_aabbMin, a->m_aabbMax, b->m_aabbMin, b->m_aabbMax))
                continue;
            uint32_t i_a = *static_cast<uint32_t *>(a->m_clientObject);
            uint32_t i_b = *static_cast<uint32_t *>(b->m_clientObject);
            if (scene->standing.count == 0)
                boxes_note_either_way(&answer, i_a, i_b);
            else if (a->m_collisionFilterGroup == MOVING)
                boxes_note(&answer, i_a, i_b);
            else
                boxes_note(&answer, i_b, i_a);
        }
        return answer;
    }
};

void *build_tree(const void *scene)
{
    if (static_cast<const boxes_scene *>(scene)->moving.count > 20000)
        return nullptr; // seconds to fill
    auto *mine = new racer;
    auto *tree = new btDbvtBroadphase;
    mine->scene = static_cast<const boxes_scene *>(scene);
    gDbvtMargin = float(mine->scene->motion); // its default, 0.05, is made for metres
    mine->broadphase.reset(tree);
    mine->fill();
    tree->optimize();
    return mine;
}

// Who is added is sorted in among all others, one by one: seconds for 10000. 32 bits a coordinate.
void *build_sweep(const void *scene)
{
    auto *s = static_cast<const boxes_scene *>(scene);
    const int count = s->moving.count + s->standing.count;
    btVector3 low(-1, -1, -1), high(3, 3, 3);
    if (count > 1000) return nullptr;
    for (int step = 0; step <= BOXES_LEAD + s->queries; ++step) {
        const float *b = boxes_step32(&s->moving, step);
        for (int i = 0; i < s->moving.count; ++i, b += 6) {
            low.setMin(btVector3(b[0], b[1], b[2]));
            high.setMax(btVector3(b[3], b[4], b[5]));
        }
    }
    auto *mine = new racer;
    mine->scene = s;
    mine->broadphase.reset(new bt32BitAxisSweep3(low, high, unsigned(count + 2), nullptr, true));
    mine->fill();
    return mine;
}

void before(void *built, int first)
{
    auto *mine = static_cast<racer *>(built);
    if (mine->step == BOXES_LEAD + first) return;
    for (int k = 0; k <= BOXES_LEAD; ++k) mine->move(first + k);
}

void run(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<racer *>(built);
    gDbvtMargin = float(mine->scene->motion);
    for (int q = first; q < first + count; ++q) {
        mine->move(BOXES_LEAD + q + 1);
        static_cast<boxes_answer *>(answers)[q] = mine->pairs();
    }
}

void add(peer_list *list, const char *who, const char *how, void *(*build)(const void *))
{
    for (const char *question : {"all pairs", "between"})
        peers_add(list, who, question, how, PEERS_FLOAT, build, run, peers::end<racer>)->before =
            before;
}

} // namespace

extern "C" void peers_boxes_bullet(peer_list *list)
{
    add(list, "Bullet tree",
        "btDbvtBroadphase, gDbvtMargin a step's motion; its pairs, tested again", build_tree);
    add(list, "Bullet sweep", "bt32BitAxisSweep3; its pairs, tested again; 1000 boxes at most",
        build_sweep);
}
