// FCL (libfcl) among those who race in the broad phase.
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/geometry/shape/box.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "boxes.h"

namespace
{

template <typename Real> const Real *at(const boxes_set &set, int step);
template <> const float *at<float>(const boxes_set &set, int step)
{
    return boxes_step32(&set, step);
}
template <> const double *at<double>(const boxes_set &set, int step)
{
    return boxes_step64(&set, step);
}

// FCL computes an object's box from its shape and pose; ours is set, exactly as it is given.
template <typename Real> struct object : fcl::CollisionObject<Real> {
    uint32_t number;
    object(const std::shared_ptr<fcl::CollisionGeometry<Real>> &shape, uint32_t i)
        : fcl::CollisionObject<Real>(shape), number(i)
    {
    }
    void set(const Real *box)
    {
        this->aabb.min_ = fcl::Vector3<Real>(box[0], box[1], box[2]);
        this->aabb.max_ = fcl::Vector3<Real>(box[3], box[4], box[5]);
    }
};

template <typename Real> struct objects {
    std::vector<std::unique_ptr<object<Real>>> all;
    std::vector<fcl::CollisionObject<Real> *> pointers;
    objects(const boxes_set &set, int first)
    {
        auto shape = std::make_shared<fcl::Box<Real>>(Real(1), Real(1), Real(1));
        for (int i = 0; i < set.count; ++i) {
            all.emplace_back(new object<Real>(shape, uint32_t(first + i)));
            pointers.push_back(all.back().get());
        }
        move(set, 0);
    }
    void move(const boxes_set &set, int step)
    {
        const Real *box = at<Real>(set, step);
        for (auto &o : all) o->set(box), box += 6;
    }
};

template <typename Real> struct note {
    boxes_answer answer{0, 0};
    uint32_t standing; // numbers from here on are of those that stand
};

template <typename Real>
bool note_pair(fcl::CollisionObject<Real> *a, fcl::CollisionObject<Real> *b, void *data)
{
    auto *n = static_cast<note<Real> *>(data);
    boxes_note_either_way(&n->answer, static_cast<object<Real> *>(a)->number,
                          static_cast<object<Real> *>(b)->number);
    return false;
}

template <typename Real>
bool note_between(fcl::CollisionObject<Real> *a, fcl::CollisionObject<Real> *b, void *data)
{
    auto *n = static_cast<note<Real> *>(data);
    uint32_t i = static_cast<object<Real> *>(a)->number;
    uint32_t k = static_cast<object<Real> *>(b)->number;
    if (i > k) std::swap(i, k);
    boxes_note(&n->answer, i, k - n->standing);
    return false;
}

template <typename Real, typename Manager> struct racer {
    const boxes_scene *scene;
    objects<Real> moving, standing;
    Manager manager, still;
    int step = 0;
    explicit racer(const boxes_scene *s)
        : scene(s), moving(s->moving, 0), standing(s->standing, s->moving.count)
    {
        manager.registerObjects(moving.pointers);
        manager.setup();
        still.registerObjects(standing.pointers);
        still.setup();
    }
    void move(int to)
    {
        moving.move(scene->moving, to);
        manager.update();
        step = to;
    }
    boxes_answer pairs()
    {
        note<Real> n;
        n.standing = uint32_t(scene->moving.count);
        if (scene->standing.count == 0)
            manager.collide(&n, note_pair<Real>);
        else
            for (auto *o : moving.pointers) still.collide(o, &n, note_between<Real>);
        return n.answer;
    }
};

template <typename Real, typename Manager, int Most> void *build(const void *scene)
{
    auto *s = static_cast<const boxes_scene *>(scene);
    if (s->moving.count + s->standing.count > Most) return nullptr;
    return new racer<Real, Manager>(s);
}

template <typename Real, typename Manager> void before(void *built, int first)
{
    auto *mine = static_cast<racer<Real, Manager> *>(built);
    if (mine->step == BOXES_LEAD + first) return;
    for (int k = 0; k <= BOXES_LEAD; ++k) mine->move(first + k);
}

template <typename Real, typename Manager>
void run(racer<Real, Manager> &mine, int q, boxes_answer &out)
{
    mine.move(BOXES_LEAD + q + 1);
    out = mine.pairs();
}

template <typename Real, typename Manager> void end(void *built)
{
    delete static_cast<racer<Real, Manager> *>(built);
}

template <typename Real, typename Manager, int Most>
void add(peer_list *list, const char *who, const char *how)
{
    int bits = sizeof(Real) == sizeof(float) ? PEERS_FLOAT : PEERS_DOUBLE;
    for (const char *question : {"all pairs", "between"})
        peers_add(list, who, question, how, bits, build<Real, Manager, Most>,
                  peers::run<run<Real, Manager>>, end<Real, Manager>)
            ->before = before<Real, Manager>;
}

} // namespace

extern "C" void peers_boxes_fcl(peer_list *list)
{
    add<float, fcl::DynamicAABBTreeCollisionManager<float>, 101000>(
        list, "FCL tree", "DynamicAABBTreeCollisionManager<float>, update, collide");
    add<double, fcl::DynamicAABBTreeCollisionManager<double>, 101000>(list, "FCL tree double",
                                                                      "the same in double");
    add<float, fcl::DynamicAABBTreeCollisionManager_Array<float>, 10000>(
        list, "FCL tree array", "DynamicAABBTreeCollisionManager_Array<float>");
    add<float, fcl::SSaPCollisionManager<float>, 10000>(list, "FCL SSaP", "SSaPCollisionManager");
}
