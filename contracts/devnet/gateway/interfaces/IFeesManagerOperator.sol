// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";

/// @title The fees manager, as the off-chain actors and the watcher contract use it
interface IFeesManagerOperator is IFeesManager {
    /// @notice Records a deposit that a chain's fees plug logged. Each deposit counts once. Only the watcher can call
    /// it.
    /// @param depositId keccak256(abi.encode(uint32 chainSlug, bytes32 txHash, uint256 logIndex))
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external;

    /// @notice Holds credits of `consumeFrom` for a request, in addition to those already held. Only the watcher
    /// contract can call it.
    /// @return feePoolChain Chain on which the transmitter is paid; zero until credits are held.
    /// @return feePoolToken Token in which the transmitter is paid; zero until credits are held.
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external returns (uint32 feePoolChain, address feePoolToken);

    /// @notice Spends `fee` of the credits held for a request and releases the rest. Wrapped credits are transferred to
    /// `transmitter` at once; others are paid on the chain of their pool. Only the watcher contract can call it.
    function settle(uint40 requestCount, uint256 fee, address transmitter) external;

    /// @notice Returns the amount of a withdrawal that was cancelled in time. Only the watcher contract can call it.
    function release(uint40 requestCount) external;

    /// @notice The deposit was already recorded. Each deposit counts once; no action is needed.
    error DepositAlreadyCredited(bytes32 depositId);
}
