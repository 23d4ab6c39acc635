// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";

/// @title Part of the fee pool that tracks where tokens are
/// @notice Tracks, for every chain and token, the balance of the fees plug that is not promised to anyone.
abstract contract FeePools {
    struct Pool {
        uint32 chainSlug;
        address token;
    }

    /// @notice Balance of a chain's pool that can still be promised.
    mapping(uint32 chainSlug => mapping(address token => uint256)) public poolBalance;

    mapping(uint32 chainSlug => mapping(address token => bool)) private _isKnown;
    Pool[] private _pools;

    function _addToPool(Pool memory pool, uint256 amount) internal {
        if (!_isKnown[pool.chainSlug][pool.token]) {
            _isKnown[pool.chainSlug][pool.token] = true;
            _pools.push(pool);
        }
        poolBalance[pool.chainSlug][pool.token] += amount;
    }

    function _takeFromPool(Pool memory pool, uint256 amount) internal {
        uint256 balance = poolBalance[pool.chainSlug][pool.token];
        if (balance < amount) revert IFeesManager.PoolTooSmall(pool.chainSlug, pool.token, amount, balance);
        poolBalance[pool.chainSlug][pool.token] = balance - amount;
    }

    /// @dev Returns the preferred pool if it is large enough, otherwise the first one that is. If none is, returns the
    /// preferred pool, so that the error names it.
    function _findPool(Pool memory preferred, uint256 amount) internal view returns (Pool memory) {
        if (poolBalance[preferred.chainSlug][preferred.token] >= amount) return preferred;
        for (uint256 i = 0; i < _pools.length; i++) {
            Pool memory pool = _pools[i];
            if (poolBalance[pool.chainSlug][pool.token] >= amount) return pool;
        }
        return preferred;
    }
}
