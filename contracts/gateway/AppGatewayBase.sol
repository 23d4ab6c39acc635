// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Deployments} from "./Deployments.sol";
import {IAppGateway} from "./interfaces/IAppGateway.sol";

/// @title The base of an app gateway: a contract that acts on many chains from one
/// @notice The constructor calls `_initializeAppGateway` and `_setMaxFees`. Functions that act carry `async`, and call
/// forwarders as if they were the contracts themselves. Whatever comes back carries `onlyPromises` or `onlyWatcher`.
///
/// Fees: a request is paid in credits, those of the app gateway itself unless `_setOverrides(consumeFrom)` says
/// otherwise. So whoever may call an `async` function may spend them; guard it, or make the caller pay.
abstract contract AppGatewayBase is IAppGateway, Deployments {
    /// @inheritdoc IAppGateway
    /// @dev An override calls this one too, or else `initializeOnChain` does not run.
    function onRequestComplete(uint40, bytes calldata onCompleteData) public virtual onlyWatcher {
        _initializeChains(onCompleteData);
    }

    /// @inheritdoc IAppGateway
    /// @dev Override it, with `onlyWatcher` or `onlyPromises` again, to learn of payloads that are given up.
    function handleRevert(bytes32 payloadId) external virtual onlyWatcher {}

    /// @notice Cancels a request of this app gateway. What the watcher has not signed off yet never happens, and credits
    /// that nothing can charge any more are free again.
    function _revertTx(uint40 requestCount) internal {
        watcher__().cancelRequest(requestCount);
    }

    /// @notice Lets a request of this app gateway cost more, so that one which ran out of fees goes on.
    function _increaseFees(uint40 requestCount, uint256 newMaxFees) internal {
        watcher__().increaseFees(requestCount, newMaxFees);
    }

    /// @notice Sends credits of this app gateway to a chain, as the token they came in as.
    /// @dev It is a request of its own, even inside `async`, and may cost `maxFees` besides.
    function _withdrawCredits(uint32 chainSlug, address token, uint256 amount, address receiver) internal {
        feesManager__().withdrawCredits(chainSlug, token, amount, maxFees, receiver);
    }
}
