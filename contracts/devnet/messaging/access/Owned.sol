// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Owner that hands over in two steps
/// @notice The owner nominates an account, and that account claims the ownership.
abstract contract Owned {
    /// @notice Account that may change this contract.
    address public owner;
    /// @notice Account that may claim the ownership; zero if nobody is nominated.
    address public nominee;

    /// @notice Emitted when the owner nominates an account.
    event OwnerNominated(address nominee);
    /// @notice Emitted when an account becomes the owner.
    event OwnerClaimed(address claimer);

    /// @notice The caller is not the owner. Call from the account that `owner()` returns.
    error OnlyOwner();
    /// @notice The caller is not nominated. Let the owner call `nominateOwner` first.
    error OnlyNominee();

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner();
        _;
    }

    constructor(address owner_) {
        _setOwner(owner_);
    }

    /// @notice Nominates the next owner. A later nomination replaces it.
    function nominateOwner(address nominee_) external onlyOwner {
        nominee = nominee_;
        emit OwnerNominated(nominee_);
    }

    /// @notice Makes the nominated caller the owner.
    function claimOwner() external {
        if (msg.sender != nominee) revert OnlyNominee();
        _setOwner(msg.sender);
        nominee = address(0);
    }

    function _setOwner(address owner_) private {
        owner = owner_;
        emit OwnerClaimed(owner_);
    }
}
